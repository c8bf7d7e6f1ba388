import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { idOf } from '../../api/identifiers.js';
import { useLiveJob } from '../../api/jobs.js';
import { findingsQuery, isRunning, runQuery, runsQuery, type Findings, type Run } from '../../api/runs.js';
import { ButtonLink } from '../../parts/controls/button.js';
import { SmallSelect } from '../../parts/controls/field.js';
import { JobCancel } from '../../parts/job/job-cancel.js';
import { JobErrors } from '../../parts/job/job-errors.js';
import { JobEvents } from '../../parts/job/job-events.js';
import { JobProgress } from '../../parts/job/job-progress.js';
import { Loaded } from '../../parts/feedback/loading.js';
import { Message } from '../../parts/feedback/messages.js';
import { Section } from '../../parts/page.js';
import { useFormats, useWords } from '../../words/language.js';
import { useDeposit } from '../deposit/deposit-page.js';
import { BagMessage } from './bag-findings.js';
import { BagInfo } from './bag-info.js';
import { FindingsList } from './findings-list.js';
import { isOfBag, KindCounts } from './kind-counts.js';
import { FormatsOf, ToolsOf } from './run-side.js';
import { RunTools } from './run-tools.js';

/** Runs that can be chosen beside this one; the list has all. */
const CHOICES = 20;

const ChooseRun = ({ depositId, run }: { readonly depositId: string; readonly run: Run }) => {
  const { tools: words, states } = useWords();
  const { when } = useFormats();
  const navigate = useNavigate();
  const { data } = useQuery(runsQuery(depositId, 1, CHOICES));
  const others = (data?.jobs ?? []).map(({ jobId, submitted, state, agent }) => ({
    value: jobId,
    label: words.runOf(when(submitted), states.job[state], idOf(agent)),
  }));
  const own = { value: run.jobId, label: when(run.created ?? '') };
  return (
    <SmallSelect
      label={words.columns.run}
      value={run.jobId}
      options={others.some(({ value }) => value === run.jobId) || run.created === null ? others : [own, ...others]}
      onChange={(value) =>
        void navigate({ to: '/deposits/$deposit/tools/$run', params: { deposit: depositId, run: value } })
      }
    />
  );
};

const Found = ({ depositId, run, all }: { readonly depositId: string; readonly run: Run; readonly all: Findings }) => {
  const { tools: words } = useWords();
  const changed = all.changedSince ?? 0;
  return (
    <>
      {isOfBag(all) ? <BagMessage findings={all} /> : null}
      <KindCounts findings={all} />
      {changed === 0 ? null : (
        <Message kind="warn">
          <p>
            <strong>{words.changed(changed)}</strong>
          </p>
          <p>{words.changedWhy}</p>
        </Message>
      )}
      <FindingsList depositId={depositId} run={run.jobId} all={all} />
      {isOfBag(all) ? <BagInfo depositId={depositId} /> : null}
    </>
  );
};

/** The run as a job, with the steps that its own resource tells apart; its errors, unless they are told above. */
const Happened = ({ run, isTold }: { readonly run: Run; readonly isTold: boolean }) => {
  const { tools: words } = useWords();
  const { data: job } = useLiveJob(run.jobId);
  if (job === undefined) return null;
  return (
    <>
      {isTold ? null : <JobErrors job={job} />}
      {isRunning(run) ? <JobProgress job={{ ...job, steps: run.steps }} /> : null}
      <Section title={words.steps}>
        <JobEvents job={{ ...job, steps: run.steps }} />
      </Section>
      {isRunning(run) ? <p className="soft">{words.progress}</p> : null}
    </>
  );
};

const EndRun = ({ run }: { readonly run: Run }) => {
  const { data: job } = useLiveJob(run.jobId);
  return job === undefined ? null : <JobCancel job={job} />;
};

const OneRun = ({ run, depositId }: { readonly run: Run; readonly depositId: string }) => {
  const { job: ofJob, tools: words } = useWords();
  const deposit = useDeposit();
  const { data: all } = useQuery({
    ...findingsQuery(depositId, run.jobId, { changes: true }),
    enabled: run.findings !== null,
  });
  return (
    <>
      <div className="toolbar">
        <ChooseRun depositId={depositId} run={run} />
        <ButtonLink small look="quiet" to="/deposits/$deposit/tools" params={{ deposit: depositId }}>
          {words.allRuns}
        </ButtonLink>
        <span className="grow" />
        <ButtonLink small to="/jobs/$job" params={{ job: run.jobId }}>
          {ofJob.openJob}
        </ButtonLink>
        {isRunning(run) ? (
          <EndRun run={run} />
        ) : (
          <RunTools deposit={deposit} isAgain isPrimary={run.status === 'completedWithErrors'} />
        )}
      </div>
      {run.warnings.map((warning) => (
        <Message key={warning} kind="warn">
          <p>{warning}</p>
        </Message>
      ))}
      {all === undefined ? null : <Found depositId={depositId} run={run} all={all} />}
      <div className="home sect">
        <div>
          {all === undefined ? null : <FormatsOf depositId={depositId} run={run.jobId} findings={all} />}
          <Happened run={run} isTold={all !== undefined && isOfBag(all)} />
        </div>
        <div className="sidebar">
          <ToolsOf run={run} />
        </div>
      </div>
    </>
  );
};

/** A run of the tools: how far it is, what it found, and with what. */
export const RunTab = () => {
  const { deposit: depositId, run } = useParams({ from: '/inside/deposits/$deposit/tools/$run' });
  const query = useQuery(runQuery(depositId, run));
  return <Loaded query={query}>{(data) => <OneRun run={data} depositId={depositId} />}</Loaded>;
};
