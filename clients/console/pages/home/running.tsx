import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dataOf } from '../../../api/data-of.js';
import type { components } from '../../../api/generated/preservation.js';
import { idOf, pathOf } from '../../api/identifiers.js';
import { preservation } from '../../api/services.js';
import { JobState, type Job } from '../../parts/job-state.js';
import { Loaded } from '../../parts/feedback/loading.js';
import { Section } from '../../parts/page.js';
import { Progress } from '../../parts/feedback/progress.js';
import { useFormats, useWords } from '../../words/language.js';

type JobPage = components['schemas']['JobPage'];

const SHOWN = 5;

/** The jobs that run or wait; read again every two seconds while one runs. */
export const useRunning = () =>
  useQuery({
    queryKey: ['jobs', 'home'],
    queryFn: ({ signal }) =>
      dataOf(
        preservation.GET('/jobs', { params: { query: { state: 'running,waiting,held', pageSize: SHOWN } }, signal }),
      ),
    refetchInterval: ({ state: { data } }) =>
      data?.jobs.some(({ state }) => state === 'running') === true ? 2_000 : 30_000,
  });

const titleOf = (job: Job): string =>
  job.archivalGroupName ?? (job.archivalGroup === null ? job.jobId : pathOf(job.archivalGroup));

const JobLine = ({ job }: { readonly job: Job }) => {
  const { home: words } = useWords();
  const { progress } = job;
  const { files, ofFiles, bytes, ofBytes, remainingSeconds } = progress ?? {
    files: 0,
    ofFiles: null,
    bytes: 0,
    ofBytes: null,
    remainingSeconds: null,
  };
  const isHeld = job.state !== 'running';
  return (
    <li className="job">
      <div>
        <JobState job={job} ofKind />
      </div>
      <div>
        <Link className="t" to="/jobs/$job" params={{ job: job.jobId }}>
          {titleOf(job)}
        </Link>
        <div className="nums">
          {isHeld ? words.waits : null}
          {ofFiles === null ? null : words.filesOf(files, ofFiles)}
          {ofBytes === null || ofBytes === 0 ? null : ` · ${words.bytesOf(bytes, ofBytes)}`}
        </div>
        <Progress
          label={titleOf(job)}
          done={ofBytes ? bytes : files}
          of={(ofBytes || ofFiles) ?? 0}
          look={isHeld ? 'held' : 'plain'}
        />
      </div>
      <div className="left">
        {remainingSeconds === null ? null : words.left(remainingSeconds)}
        <br />
        <span className="muted">{idOf(job.agent)}</span>
      </div>
    </li>
  );
};

export const Running = ({ query }: { readonly query: UseQueryResult<JobPage> }) => {
  const { home: words } = useWords();
  const { count } = useFormats();
  const total = query.data?.total ?? 0;
  return (
    <Section
      title={words.runningNow}
      count={total === 0 ? null : count(total)}
      link={<Link to="/jobs">{words.allJobs}</Link>}
    >
      <Loaded query={query} rows={2}>
        {({ jobs }) =>
          jobs.length === 0 ? (
            <p className="muted">{words.noJobs}</p>
          ) : (
            <ul>
              {jobs.map((job) => (
                <JobLine key={job.jobId} job={job} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
};
