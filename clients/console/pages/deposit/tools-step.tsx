import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CombinedFolderRow } from '../../api/deposits.js';
import { idOf } from '../../api/identifiers.js';
import { preservation } from '../../api/services.js';
import { Button, ButtonLink } from '../../parts/controls/button.js';
import type { MarkShape } from '../../parts/marks.js';
import { Problem } from '../../parts/feedback/messages.js';
import { useFormats, useWords } from '../../words/language.js';
import { RunningStep, Step, type OfDeposit } from './step.js';

const useRunTools = (depositId: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => preservation.POST('/deposits/{depositId}/pipeline', { params: { path: { depositId } } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['deposits', depositId] }),
  });
};

/** What the tools have found, as a shape and a sentence. */
const useToolsFound = (folder: CombinedFolderRow, wasRun: boolean): readonly [MarkShape, string] => {
  const { steps } = useWords().deposit;
  const { infected, 'not-scanned': unscanned } = folder.states;
  if (infected > 0) return ['inf', steps.infected(infected)];
  if (!wasRun) return ['wait', steps.notChecked];
  return unscanned === 0 ? ['ok', steps.checked] : ['q', steps.notScanned(unscanned)];
};

const ToolsActions = ({ deposit, folder, isNext, wasRun }: OfDeposit & { readonly wasRun: boolean }) => {
  const { steps } = useWords().deposit;
  const depositId = idOf(deposit.id);
  const { job = null, lastRun = null } = deposit;
  const run = useRunTools(depositId);
  const { infected } = folder.states;
  return (
    <>
      {infected > 0 ? (
        <ButtonLink small to="/deposits/$deposit" params={{ deposit: depositId }} search={{ show: 'infected' }}>
          {steps.seeThese(infected)}
        </ButtonLink>
      ) : null}
      {lastRun === null ? null : (
        <ButtonLink
          small
          look="quiet"
          to="/deposits/$deposit/tools/$run"
          params={{ deposit: depositId, run: idOf(lastRun.id) }}
        >
          {steps.seeFindings}
        </ButtonLink>
      )}
      {deposit.active ? (
        <Button
          small
          look={wasRun ? 'quiet' : isNext ? 'primary' : 'ordinary'}
          busy={run.isPending ? steps.startingTools : null}
          why={job === null ? null : steps.jobRuns}
          onClick={() => run.mutate()}
        >
          {wasRun ? steps.runAgain : steps.runTools}
        </Button>
      ) : null}
      {run.error === null ? null : <Problem error={run.error} />}
    </>
  );
};

export const ToolsStep = ({ deposit, folder, isNext }: OfDeposit) => {
  const { steps } = useWords().deposit;
  const { when } = useFormats();
  const depositId = idOf(deposit.id);
  const { job = null, lastRun = null } = deposit;
  const { 'not-scanned': unscanned, 'not-identified': unidentified } = folder.states;
  const wasRun = lastRun !== null || (folder.files > 0 && unscanned < folder.files);
  const [shape, title] = useToolsFound(folder, wasRun);
  if (job?.kind === 'pipelineRun') {
    const { jobId } = job;
    const link = { to: '/deposits/$deposit/tools/$run', params: { deposit: depositId, run: jobId } } as const;
    return <RunningStep title={steps.toolsRunning} link={link} jobId={jobId} />;
  }
  const said = [
    ...(wasRun && unidentified > 0 ? [steps.notIdentified(unidentified)] : []),
    ...(lastRun === null ? [] : [steps.lookedAt(when(lastRun.finished))]),
    ...(wasRun ? [] : [steps.notCheckedWhy]),
  ];
  return (
    <Step
      shape={shape}
      title={title}
      isNext={isNext}
      actions={
        folder.files === 0 ? undefined : (
          <ToolsActions deposit={deposit} folder={folder} isNext={isNext} wasRun={wasRun} />
        )
      }
    >
      {said.join(' ')}
    </Step>
  );
};
