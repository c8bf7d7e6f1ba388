import { idOf } from '../../api/identifiers.js';
import { Button, ButtonLink } from '../../parts/button.js';
import { useWords } from '../../words/language.js';
import { openOf } from './next-step.js';
import { Going, Step, type OfDeposit } from './step.js';

const ImportRunning = ({ depositId, jobId }: { readonly depositId: string; readonly jobId: string }) => {
  const { steps } = useWords().deposit;
  return (
    <Step
      shape="run"
      title={steps.importing}
      isNext
      actions={
        <ButtonLink small to="/deposits/$deposit/import/$result" params={{ deposit: depositId, result: jobId }}>
          {steps.seeHowFar}
        </ButtonLink>
      }
    >
      <Going jobId={jobId} />
    </Step>
  );
};

export const ImportStep = ({ deposit, folder, isNext }: OfDeposit) => {
  const { steps } = useWords().deposit;
  const depositId = idOf(deposit.id);
  const { job = null, nextVersion = null } = deposit;
  if (job?.kind === 'import') return <ImportRunning depositId={depositId} jobId={job.jobId} />;
  if (deposit.versionPreserved !== null && !deposit.active)
    return <Step shape="ok" title={steps.importDone(deposit.versionPreserved)} />;
  const isReady = folder.files > 0 && openOf(folder.states) === 0;
  const why = [
    ...(deposit.archivalGroup === null ? [steps.noPlace] : []),
    ...(isReady ? [] : [steps.previewWhy]),
    ...(job === null ? [] : [steps.jobRuns]),
  ][0];
  const said =
    why === undefined ? steps.importReady : deposit.archivalGroup === null ? steps.noPlace : steps.importWhen;
  return (
    <Step
      shape={isReady ? 'new' : 'wait'}
      title={nextVersion === null ? steps.import : steps.importAs(nextVersion.replace(/^v/, ''))}
      isNext={isNext}
      actions={
        why === undefined ? (
          <ButtonLink
            small
            {...(isNext ? { look: 'primary' as const } : {})}
            to="/deposits/$deposit/import"
            params={{ deposit: depositId }}
          >
            {steps.preview}
          </ButtonLink>
        ) : (
          <Button small why={why}>
            {steps.preview}
          </Button>
        )
      }
    >
      {said}
    </Step>
  );
};
