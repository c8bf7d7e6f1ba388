import { useNavigate } from '@tanstack/react-router';
import { useJobAction, type Job } from '../../api/jobs.js';
import { useWords } from '../../words/language.js';
import { Button } from '../controls/button.js';
import { Problem } from '../feedback/messages.js';

/** Whether the same job could end otherwise, so that it is worth to ask for it again. */
const canRetry = (job: Job): boolean => job.state === 'completedWithErrors' && job.retriedAs === null;

/** Asks for the same job again, and shows that one, as long as this is drawn; shows nothing where it cannot be. */
export const JobRetry = ({ job, small = false }: { readonly job: Job; readonly small?: boolean }) => {
  const { jobs: words } = useWords();
  const navigate = useNavigate();
  const retry = useJobAction(job.jobId);
  if (!canRetry(job)) return null;
  return (
    <>
      <Button
        small={small}
        busy={retry.isPending ? words.retrying : null}
        onClick={() =>
          retry.mutate('retry', {
            onSuccess: ({ jobId }) => void navigate({ to: '/jobs/$job', params: { job: jobId } }),
          })
        }
      >
        {words.retry}
      </Button>
      {retry.error === null ? null : <Problem error={retry.error} />}
    </>
  );
};
