import { useParams } from '@tanstack/react-router';
import { idOf, pathOf } from '../../api/identifiers.js';
import { isUnderWay, useLiveJob, type Job } from '../../api/jobs.js';
import { ButtonLink } from '../../parts/controls/button.js';
import { JobCancel } from '../../parts/job/job-cancel.js';
import { JobErrors } from '../../parts/job/job-errors.js';
import { JobEvents } from '../../parts/job/job-events.js';
import { JobProgress } from '../../parts/job/job-progress.js';
import { JobState } from '../../parts/job-state.js';
import { Loaded } from '../../parts/feedback/loading.js';
import { Message } from '../../parts/feedback/messages.js';
import { Time } from '../../parts/values.js';
import { useWords } from '../../words/language.js';

const Made = ({ job }: { readonly job: Job }) => {
  const { import: words } = useWords();
  const { version, fromVersion, archivalGroup } = job;
  if (job.state !== 'completed' || version === null || archivalGroup === null) return null;
  const params = { _splat: pathOf(archivalGroup) };
  return (
    <Message
      kind="ok"
      actions={
        <>
          <ButtonLink small look="primary" to="/repository/$" params={params} search={{ version }}>
            {words.openVersion(version)}
          </ButtonLink>
          {fromVersion === null ? null : (
            <ButtonLink small to="/repository/$" params={params} search={{ compare: `${fromVersion}..${version}` }}>
              {words.compare(fromVersion, version)}
            </ButtonLink>
          )}
          <ButtonLink small to="/repository/$" params={params} search={{ view: 'certificate', version }}>
            {words.certificate}
          </ButtonLink>
        </>
      }
    >
      <p>
        <strong>{words.preserved(version)}</strong>
      </p>
      <p>{words.preservedWhy}</p>
    </Message>
  );
};

const Result = ({ job, depositId }: { readonly job: Job; readonly depositId: string }) => {
  const { import: words, job: ofJob } = useWords();
  const isRunning = isUnderWay(job);
  if (job.kind !== 'import' || job.deposit === null || idOf(job.deposit) !== depositId)
    return (
      <Message kind="bad">
        <p>{words.notAnImport}</p>
      </Message>
    );
  return (
    <>
      <div className="toolbar">
        <JobState job={job} />
        <span className="soft">
          <Time at={job.finished ?? job.begun ?? job.submitted} />
        </span>
        <span className="grow" />
        <ButtonLink to="/jobs/$job" params={{ job: job.jobId }}>
          {ofJob.openJob}
        </ButtonLink>
        {job.state === 'completedWithErrors' ? (
          <ButtonLink look="primary" to="/deposits/$deposit/import" params={{ deposit: depositId }}>
            {words.previewAgain}
          </ButtonLink>
        ) : null}
        <JobCancel job={job} />
      </div>
      <Made job={job} />
      <JobErrors job={job} />
      {isRunning ? <JobProgress job={job} /> : null}
      <JobEvents job={job} />
      {isRunning ? <p className="soft">{ofJob.leave}</p> : null}
    </>
  );
};

/** An import of the deposit as it runs, and how it ended. */
export const ResultTab = () => {
  const { deposit: depositId, result } = useParams({ from: '/inside/deposits/$deposit/import/$result' });
  const query = useLiveJob(result);
  return <Loaded query={query}>{(job) => <Result job={job} depositId={depositId} />}</Loaded>;
};
