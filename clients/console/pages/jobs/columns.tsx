import { Link } from '@tanstack/react-router';
import { idOf, pathOf } from '../../api/identifiers.js';
import { isUnderWay, type Job } from '../../api/jobs.js';
import { PRESERVATION } from '../../api/services.js';
import { secondsOf } from '../../parts/job/job-events.js';
import { useJobName } from '../../parts/job/job-name.js';
import { JobBar } from '../../parts/job/job-progress.js';
import { JobState } from '../../parts/job-state.js';
import { Mark } from '../../parts/marks.js';
import type { Column } from '../../parts/lists/rows.js';
import { Delta, Time } from '../../parts/values.js';
import { useFormats, useWords } from '../../words/language.js';

const State = ({ job }: { readonly job: Job }) => {
  const { jobs: words } = useWords();
  const infected = job.counts?.infected ?? 0;
  return infected > 0 ? <Mark shape="inf">{words.infected(infected)}</Mark> : <JobState job={job} />;
};

const RunningFar = ({ job }: { readonly job: Job }) => {
  const { jobs: words } = useWords();
  const { count } = useFormats();
  const { progress } = job;
  return (
    <span className="far">
      <JobBar job={job} />
      <span className="soft">
        {progress === null || progress.ofFiles === null
          ? null
          : words.filesOf(count(progress.files), count(progress.ofFiles))}
      </span>
    </span>
  );
};

/** What a job that has ended has done, in numbers. */
const EndedFar = ({ job }: { readonly job: Job }) => {
  const { jobs: words } = useWords();
  const { planned, counts, summary, files } = job;
  if (job.state === 'completedWithErrors' && job.kind !== 'audit' && job.kind !== 'adoption') return null; // said below
  if (planned !== null) return <Delta {...planned} />;
  const said =
    counts !== null
      ? words.identified(counts.identified, counts.unidentified)
      : summary?.findings !== undefined
        ? `${words.files(summary.files ?? 0)}, ${words.findings(summary.findings)}`
        : summary?.notAdopted !== undefined
          ? words.adopted(summary.versions ?? 0, summary.notAdopted)
          : files === null
            ? null
            : words.files(files);
  return <span className="soft">{said}</span>;
};

const Far = ({ job }: { readonly job: Job }) => {
  const { job: words } = useWords();
  if (job.state === 'running') return <RunningFar job={job} />;
  if (!isUnderWay(job)) return <EndedFar job={job} />;
  return (
    <span className="soft">{job.heldBy === null ? words.before(job.before) : words.heldBy(idOf(job.heldBy))}</span>
  );
};

/** What a job made, or will. */
const Made = ({ job }: { readonly job: Job }) => {
  const { jobs: words } = useWords();
  const { kind, version, archivalGroup, deposit, state } = job;
  if (kind === 'audit' || kind === 'adoption')
    return isUnderWay(job) ? null : (
      <a href={`${PRESERVATION}/jobs/${job.jobId}/report`} download={`${job.jobId}.ndjson`}>
        {words.report}
      </a>
    );
  if (kind === 'import' && version !== null && archivalGroup !== null)
    return state === 'completed' ? (
      <Link to="/repository/$" params={{ _splat: pathOf(archivalGroup) }} search={{ version }}>
        {version}
      </Link>
    ) : (
      <span className="muted">{version}</span>
    );
  if (kind === 'export' && deposit !== null)
    return (
      <Link to="/deposits/$deposit" params={{ deposit: idOf(deposit) }}>
        {words.deposit}
      </Link>
    );
  if (kind === 'pipelineRun' && deposit !== null && state === 'completed')
    return (
      <Link to="/deposits/$deposit/tools/$run" params={{ deposit: idOf(deposit), run: job.jobId }}>
        {words.report}
      </Link>
    );
  if (state === 'completedWithErrors') return <span className="muted">{words.nothing}</span>;
  return kind === 'import' ? <span className="muted">{words.toCome}</span> : null;
};

const Name = ({ job }: { readonly job: Job }) => {
  const name = useJobName();
  return (
    <Link className="t" to="/jobs/$job" params={{ job: job.jobId }}>
      {name(job)}
    </Link>
  );
};

const Took = ({ job }: { readonly job: Job }) => {
  const { duration } = useFormats();
  if (job.begun === null) return null;
  return duration(secondsOf({ begun: job.begun, ended: job.finished }, Date.now()));
};

export const WIDTHS = {
  widths: 'minmax(200px,1.2fr) 112px 100px minmax(210px,1fr) 110px 116px 80px 84px',
  midWidths: 'minmax(180px,1.2fr) 110px 92px minmax(190px,1fr) 112px 84px',
};

/** The columns of the list of jobs. */
export const useColumns = (): readonly Column<Job>[] => {
  const {
    jobs: { columns },
    states,
  } = useWords();
  return [
    { key: 'what', head: columns.what, of: 'name', cell: (job) => <Name job={job} /> },
    { key: 'state', head: columns.state, cell: (job) => <State job={job} /> },
    { key: 'kind', head: columns.kind, cell: (job) => states.kind[job.kind] },
    { key: 'far', head: columns.far, cell: (job) => <Far job={job} /> },
    { key: 'by', head: columns.by, of: 'mid', cell: (job) => idOf(job.agent) },
    { key: 'begun', head: columns.begun, cell: (job) => <Time at={job.begun ?? job.submitted} /> },
    { key: 'took', head: columns.took, of: 'r mid', cell: (job) => <Took job={job} /> },
    { key: 'made', head: columns.made, cell: (job) => <Made job={job} /> },
  ];
};
