import { Link } from '@tanstack/react-router';
import { idOf } from '../../api/identifiers.js';
import type { Job } from '../../api/jobs.js';
import { useJobName } from '../../parts/job/job-name.js';
import { JobState } from '../../parts/job-state.js';
import { Section } from '../../parts/page.js';
import { Time } from '../../parts/values.js';
import { useFormats, useWords } from '../../words/language.js';

/** What stands before a job that waits. */
export const Before = ({ job }: { readonly job: Job }) => {
  const { jobs: words, job: ofJob } = useWords();
  const { count, duration } = useFormats();
  const name = useJobName();
  const { ahead = [] } = job;
  if (ahead.length === 0) return null;
  return (
    <Section title={words.beforeIt} count={count(ahead.length)}>
      {ahead.map((other) => {
        const { jobId, state, remainingSeconds, submitted, begun, agent } = other;
        const kind = other.kind as Job['kind'];
        return (
          <div key={jobId} className="sysrow">
            <JobState job={{ kind, state: state as Job['state'] }} />
            <span>
              <Link to="/jobs/$job" params={{ job: jobId }}>
                {words.titles[kind](name({ ...other, kind }))}
              </Link>{' '}
              <span className="muted">{idOf(agent)}</span>
            </span>
            <span className="muted">
              {remainingSeconds === null ? <Time at={begun ?? submitted} /> : ofJob.left(duration(remainingSeconds))}
            </span>
          </div>
        );
      })}
      <p className="sub">{words.beforeHow}</p>
    </Section>
  );
};

/** The jobs that this one repeats, the last one first. */
export const EarlierAttempts = ({ job }: { readonly job: Job }) => {
  const { jobs: words } = useWords();
  const { count } = useFormats();
  const { earlier = [] } = job;
  if (earlier.length === 0) return null;
  return (
    <Section title={words.earlier} count={count(earlier.length)}>
      {earlier.map(({ jobId, state, agent, submitted, errors }) => (
        <div key={jobId} className="sysrow">
          <JobState job={{ kind: job.kind, state: state as Job['state'] }} />
          <span>
            <Link to="/jobs/$job" params={{ job: jobId }}>
              <Time at={submitted} />
            </Link>{' '}
            <span className="muted">{idOf(agent)}</span>
          </span>
          <span className="muted">{errors[0]?.message}</span>
        </div>
      ))}
    </Section>
  );
};
