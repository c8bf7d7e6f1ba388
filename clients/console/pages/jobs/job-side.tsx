import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { idOf, pathOf } from '../../api/identifiers.js';
import { isUnderWay, useJobPriority, type Job } from '../../api/jobs.js';
import { PRESERVATION } from '../../api/services.js';
import { Switch } from '../../parts/controls/button.js';
import { Problem } from '../../parts/feedback/messages.js';
import { Section } from '../../parts/page.js';
import { Delta, Size } from '../../parts/values.js';
import { useWords } from '../../words/language.js';

/** Each step is like an hour that a job was asked for earlier. */
const TURNS = { sooner: 5, normal: 0, later: -5 } as const;
type TurnName = keyof typeof TURNS;

const turnOf = (priority: number): TurnName => (priority > 0 ? 'sooner' : priority < 0 ? 'later' : 'normal');

/** The turn of a job that waits, among those of the same agent. */
export const Turn = ({ job }: { readonly job: Job }) => {
  const { jobs: words } = useWords();
  const change = useJobPriority(job.jobId);
  if (job.state !== 'waiting' && job.state !== 'held') return null;
  const shown = change.isPending ? change.variables : job.priority;
  return (
    <Section title={words.turn}>
      <Switch<TurnName>
        label={words.turn}
        value={turnOf(shown)}
        options={(['sooner', 'normal', 'later'] as const).map((value) => ({ value, label: words.turns[value] }))}
        onChange={(turn) => change.mutate(TURNS[turn])}
      />
      <p className="sub">{words.turnWhy}</p>
      {change.error === null ? null : <Problem error={change.error} />}
    </Section>
  );
};

const GroupLink = ({ job }: { readonly job: Job }) => {
  if (job.archivalGroup === null) return null;
  const path = pathOf(job.archivalGroup);
  return (
    <Link to="/repository/$" params={{ _splat: path }}>
      {path}
    </Link>
  );
};

const JobLink = ({ uri }: { readonly uri: string }) => (
  <Link to="/jobs/$job" params={{ job: idOf(uri) }}>
    {idOf(uri)}
  </Link>
);

/** What a job belongs to: deposit, group, versions, who asked for it, and who works on it. */
export const ThisJob = ({ job }: { readonly job: Job }) => {
  const { jobs: words } = useWords();
  const { deposit, archivalGroup, process, claims, retryOf, earlier = [] } = job;
  const lines: readonly (readonly [string, ReactNode] | null)[] = [
    deposit === null
      ? null
      : [
          words.ofDeposit,
          <Link key="deposit" to="/deposits/$deposit" params={{ deposit: idOf(deposit) }}>
            {idOf(deposit)}
          </Link>,
        ],
    archivalGroup === null ? null : [words.group, <GroupLink key="group" job={job} />],
    job.kind === 'import' && job.begun !== null ? [words.fromTo, words.fromToOf(job.fromVersion, job.version)] : null,
    [words.askedBy, idOf(job.agent)],
    process === null ? null : [isUnderWay(job) ? words.worksOnIt : words.workedOnIt, process],
    earlier.length === 0 ? null : [words.attempt, `${earlier.length + 1}`],
    claims > 1 ? [words.taken, `${claims}`] : null,
    retryOf === null ? null : [words.retryOf, <JobLink key="retry" uri={retryOf} />],
  ];
  return (
    <Section title={words.thisJob}>
      <dl className="dl">
        {lines.map((line) =>
          line === null ? null : (
            <div key={line[0]} className="pair">
              <dt>{line[0]}</dt>
              <dd>{line[1]}</dd>
            </div>
          ),
        )}
      </dl>
    </Section>
  );
};

const MadeVersion = ({ job }: { readonly job: Job }) => {
  const { jobs: words } = useWords();
  const { version, archivalGroup, planned, bytes } = job;
  if (version === null || archivalGroup === null) return null;
  const params = { _splat: pathOf(archivalGroup) };
  return (
    <>
      <li className="li">
        <div className="l1">
          <Link to="/repository/$" params={params} search={{ version }}>
            {words.version(version)}
          </Link>
          <span className="r">{version}</span>
        </div>
        <div className="l2 apart">
          {planned === null ? <span /> : <Delta {...planned} />}
          <Size bytes={bytes} />
        </div>
      </li>
      {isUnderWay(job) ? null : (
        <li className="li">
          <div className="l1">
            <Link to="/repository/$" params={params} search={{ view: 'certificate', version }}>
              {words.certificate(version)}
            </Link>
          </div>
        </li>
      )}
    </>
  );
};

/** A link to a report, to a run, or to the files that a job wrote. */
const MadeOther = ({ job }: { readonly job: Job }) => {
  const { jobs: words } = useWords();
  const { kind, deposit } = job;
  if (kind === 'audit' || kind === 'adoption' || kind === 'rebuild')
    return (
      <a href={`${PRESERVATION}/jobs/${job.jobId}/report`} download={`${job.jobId}.ndjson`}>
        {words.reportOf}
      </a>
    );
  if (deposit === null) return <span>{words.nothing}</span>;
  const id = idOf(deposit);
  return kind === 'pipelineRun' ? (
    <Link to="/deposits/$deposit/tools/$run" params={{ deposit: id, run: job.jobId }}>
      {words.runOf}
    </Link>
  ) : (
    <Link to="/deposits/$deposit" params={{ deposit: id }}>
      {words.filesOfDeposit(id)}
    </Link>
  );
};

/** What a job made, or will make. */
export const Made = ({ job }: { readonly job: Job }) => {
  const { jobs: words } = useWords();
  const isToCome = isUnderWay(job) && !(job.kind === 'import' && job.version !== null);
  const hasMadeNothing = job.kind === 'import' && job.state === 'completedWithErrors';
  return (
    <Section title={isToCome ? words.willMake : words.itMade}>
      <ul>
        {job.kind === 'import' && job.version !== null && !hasMadeNothing ? (
          <MadeVersion job={job} />
        ) : (
          <li className="li">
            <div className="l1">
              {job.kind === 'import' ? (
                <span>{hasMadeNothing ? words.nothing : words.fromToOf(job.fromVersion, job.version)}</span>
              ) : (
                <MadeOther job={job} />
              )}
            </div>
          </li>
        )}
      </ul>
    </Section>
  );
};
