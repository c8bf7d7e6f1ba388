import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { idOf } from '../../api/identifiers.js';
import { isUnderWay, type Job } from '../../api/jobs.js';
import { runsQuery } from '../../api/runs.js';
import { secondsOf } from '../../parts/job/job-events.js';
import { JobBar } from '../../parts/job/job-progress.js';
import { JobState } from '../../parts/job-state.js';
import { Loaded } from '../../parts/feedback/loading.js';
import { Mark } from '../../parts/marks.js';
import { Empty } from '../../parts/feedback/messages.js';
import { Pager } from '../../parts/controls/pager.js';
import { Rows } from '../../parts/lists/rows.js';
import { Time } from '../../parts/values.js';
import { useFormats, useWords } from '../../words/language.js';
import { useDeposit } from '../deposit/deposit-page.js';
import { RunTools } from './run-tools.js';

const PAGE = 20;

const Found = ({ run }: { readonly run: Job }) => {
  const { tools: words } = useWords();
  const { counts, errors } = run;
  if (run.state === 'running') return <JobBar job={run} />;
  if (errors[0] !== undefined)
    return (
      <span className="bad" title={errors[0].message}>
        {errors[0].message}
      </span>
    );
  if (counts === null) return null;
  return (
    <>
      {counts.infected > 0 ? <Mark shape="inf">{words.infected(counts.infected)}</Mark> : null}{' '}
      <span className="soft">
        {words.found(counts.identified, counts.unidentified)}
        {(counts.notScanned ?? 0) > 0 ? `, ${words.notScanned(counts.notScanned ?? 0)}` : null}
      </span>
    </>
  );
};

/** The runs of the tools on a deposit, the newest first. */
export const ToolsTab = () => {
  const { tools: words } = useWords();
  const { duration } = useFormats();
  const deposit = useDeposit();
  const depositId = idOf(deposit.id);
  const navigate = useNavigate();
  const [page, setPage] = useState(1);
  const query = useQuery({
    ...runsQuery(depositId, page, PAGE),
    refetchInterval: ({ state: { data } }) => (data?.jobs.some(isUnderWay) === true ? 2_000 : false),
  });
  return (
    <Loaded query={query}>
      {({ jobs, total }) =>
        total === 0 ? (
          <Empty title={words.none} actions={<RunTools deposit={deposit} isAgain={false} isPrimary />}>
            <p>{words.noneWhy}</p>
          </Empty>
        ) : (
          <>
            <div className="toolbar">
              <span className="grow" />
              <RunTools deposit={deposit} isAgain />
            </div>
            <Rows<Job>
              label={words.runs}
              rows={jobs}
              keyOf={({ id }) => id}
              widths="150px 120px minmax(220px,1fr) 140px 90px"
              onOpen={({ jobId }) =>
                void navigate({ to: '/deposits/$deposit/tools/$run', params: { deposit: depositId, run: jobId } })
              }
              columns={[
                {
                  key: 'run',
                  head: words.columns.run,
                  of: 'name',
                  cell: (run) => (
                    <Link
                      className="t"
                      to="/deposits/$deposit/tools/$run"
                      params={{ deposit: depositId, run: run.jobId }}
                    >
                      <Time at={run.submitted} />
                    </Link>
                  ),
                },
                { key: 'state', head: words.columns.state, cell: (run) => <JobState job={run} /> },
                { key: 'found', head: words.columns.found, cell: (run) => <Found run={run} /> },
                { key: 'by', head: words.columns.by, cell: (run) => idOf(run.agent) },
                {
                  key: 'took',
                  head: words.columns.took,
                  of: 'r',
                  cell: (run) =>
                    run.begun === null
                      ? null
                      : duration(secondsOf({ begun: run.begun, ended: run.finished }, Date.now())),
                },
              ]}
            />
            {total > PAGE ? <Pager page={page} pageSize={PAGE} total={total} onPage={setPage} /> : null}
          </>
        )
      }
    </Loaded>
  );
};
