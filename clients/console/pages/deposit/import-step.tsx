import { idOf } from '../../api/identifiers.js';
import { Button, ButtonLink } from '../../parts/controls/button.js';
import { useWords } from '../../words/language.js';
import { openOf } from './next-step.js';
import { RunningStep, Step, type OfDeposit } from './step.js';

export const ImportStep = ({ deposit, folder, isNext }: OfDeposit) => {
  const { steps } = useWords().deposit;
  const depositId = idOf(deposit.id);
  const { job = null, nextVersion = null } = deposit;
  if (job?.kind === 'import') {
    const { jobId } = job;
    const link = { to: '/deposits/$deposit/import/$result', params: { deposit: depositId, result: jobId } } as const;
    return <RunningStep title={steps.importing} link={link} jobId={jobId} />;
  }
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
