import type { ReactNode } from 'react';
import { ApiFault } from '../../../api/api-fault.js';
import { Link, useParams } from '@tanstack/react-router';
import { idOf, pathOf } from '../../api/identifiers.js';
import { isUnderWay, useJobAction, useLiveJob, type Job } from '../../api/jobs.js';
import { Button, ButtonLink } from '../../parts/controls/button.js';
import { decidedAt, JobCancel } from '../../parts/job/job-cancel.js';
import { JobErrors } from '../../parts/job/job-errors.js';
import { JobEvents, secondsOf } from '../../parts/job/job-events.js';
import { useJobName } from '../../parts/job/job-name.js';
import { JobProgress } from '../../parts/job/job-progress.js';
import { JobRetry } from '../../parts/job/job-retry.js';
import { JobState } from '../../parts/job-state.js';
import { Loaded } from '../../parts/feedback/loading.js';
import { Message, Problem } from '../../parts/feedback/messages.js';
import { Page, Section } from '../../parts/page.js';
import { Time } from '../../parts/values.js';
import { useFormats, useWords } from '../../words/language.js';
import { Before, EarlierAttempts } from './other-jobs.js';
import { Made, ThisJob, Turn } from './job-side.js';

const Facts = ({ job }: { readonly job: Job }) => {
  const { jobs: words, job: ofJob } = useWords();
  const { duration } = useFormats();
  const since = job.finished ?? job.begun ?? job.submitted;
  return (
    <>
      <span>
        <JobState job={job} />
      </span>
      <span>
        <Time at={since} />
      </span>
      {job.finished === null || job.begun === null ? null : (
        <span>{ofJob.took(secondsOf({ begun: job.begun, ended: job.finished }, 0))}</span>
      )}
      {job.kind === 'import' && job.state === 'completedWithErrors' ? <span>{words.asItWas}</span> : null}
      {job.progress === null || job.progress.remainingSeconds === null ? null : (
        <span>{ofJob.left(duration(job.progress.remainingSeconds))}</span>
      )}
    </>
  );
};

const Hold = ({ job }: { readonly job: Job }) => {
  const { jobs: words } = useWords();
  const hold = useJobAction(job.jobId);
  const isHeld = job.state === 'held';
  if (!isHeld && job.state !== 'waiting') return null;
  return (
    <>
      <Button
        icon={isHeld ? 'play' : 'pause'}
        busy={hold.isPending ? (isHeld ? words.releasing : words.holding) : null}
        onClick={() => hold.mutate(isHeld ? 'release' : 'hold')}
      >
        {isHeld ? words.release : words.hold}
      </Button>
      {hold.error === null ? null : <Problem error={hold.error} />}
    </>
  );
};

/** Where what a job made is looked at. */
const Next = ({ job }: { readonly job: Job }) => {
  const { jobs: words } = useWords();
  const { kind, state, version, fromVersion, archivalGroup, deposit } = job;
  if (kind === 'import' && state === 'completed' && version !== null && archivalGroup !== null) {
    const params = { _splat: pathOf(archivalGroup) };
    return (
      <>
        {fromVersion === null ? null : (
          <ButtonLink to="/repository/$" params={params} search={{ compare: `${fromVersion}..${version}` }}>
            {words.compare(fromVersion, version)}
          </ButtonLink>
        )}
        <ButtonLink look="primary" to="/repository/$" params={params} search={{ version }}>
          {words.openVersion(version)}
        </ButtonLink>
      </>
    );
  }
  if (deposit === null || isUnderWay(job)) return null;
  return (
    <ButtonLink look="primary" to="/deposits/$deposit" params={{ deposit: idOf(deposit) }}>
      {words.openDeposit}
    </ButtonLink>
  );
};

const Decided = ({ job }: { readonly job: Job }) => {
  const { jobs: words } = useWords();
  const { seconds } = useFormats();
  const { version, fromVersion, archivalGroup } = job;
  const at = decidedAt(job);
  if (job.kind !== 'import' || !isUnderWay(job) || at === null || version === null || archivalGroup === null)
    return null;
  return (
    <Message
      kind="info"
      actions={
        fromVersion === null ? undefined : (
          <ButtonLink small to="/deposits/new" search={{ from: `${pathOf(archivalGroup)}@${fromVersion}` }}>
            {words.depositFrom(fromVersion)}
          </ButtonLink>
        )
      }
    >
      <p>
        <strong>{words.decidedTitle(version, seconds(at))}</strong>
      </p>
      <p>{words.decidedWhy(fromVersion)}</p>
    </Message>
  );
};

const TwoParts = ({ side, children }: { readonly side: ReactNode; readonly children: ReactNode }) => (
  <div className="home">
    <div>{children}</div>
    <div className="sidebar">{side}</div>
  </div>
);

const Retried = ({ job }: { readonly job: Job }) => {
  const { jobs: words } = useWords();
  if (job.retriedAs === null) return null;
  const id = idOf(job.retriedAs);
  return (
    <Message kind="info">
      <p>
        {words.retriedAs}{' '}
        <Link to="/jobs/$job" params={{ job: id }}>
          {id}
        </Link>
      </p>
    </Message>
  );
};

const Inside = ({ job }: { readonly job: Job }) => {
  const { jobs: words, job: ofJob } = useWords();
  const name = useJobName();
  return (
    <Page
      title={words.titles[job.kind](name(job))}
      crumbs={[{ label: words.title, link: { to: '/jobs' } }, { label: job.jobId }]}
      facts={<Facts job={job} />}
      actions={
        <>
          <Hold job={job} />
          <JobCancel job={job} />
          <JobRetry job={job} />
          <Next job={job} />
        </>
      }
    >
      <Decided job={job} />
      <Retried job={job} />
      <JobErrors job={job} />
      {job.state === 'running' ? <JobProgress job={job} /> : null}
      <TwoParts
        side={
          <>
            <Turn job={job} />
            <ThisJob job={job} />
            <Made job={job} />
          </>
        }
      >
        <Section title={words.happens}>
          <JobEvents job={job} />
        </Section>
        {isUnderWay(job) ? <p className="pager">{ofJob.leave}</p> : null}
        {job.kind === 'import' && job.state === 'completed' && job.version !== null ? (
          <p className="pager">{words.doneWhy(job.fromVersion)}</p>
        ) : null}
        <Before job={job} />
        <EarlierAttempts job={job} />
      </TwoParts>
    </Page>
  );
};

/** One job: how far it is, what happened, what stands before it, and what it made. */
export const JobPage = () => {
  const { jobs: words } = useWords();
  const { job: jobId } = useParams({ from: '/inside/jobs/$job' });
  const query = useLiveJob(jobId);
  if (query.data !== undefined) return <Inside job={query.data} />;
  if (query.error instanceof ApiFault && query.error.status === 404)
    return (
      <Page title={words.noSuch(jobId)} actions={<ButtonLink to="/jobs">{words.allJobs}</ButtonLink>}>
        <p className="soft">{words.noSuchWhy}</p>
      </Page>
    );
  return (
    <main id="main">
      <Loaded query={query}>{() => null}</Loaded>
    </main>
  );
};
