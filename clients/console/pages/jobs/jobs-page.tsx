import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { dataOf } from '../../../api/data-of.js';
import { idOf } from '../../api/identifiers.js';
import { isUnderWay, type Job } from '../../api/jobs.js';
import { preservation } from '../../api/services.js';
import { pageIn } from '../../frame/search-texts.js';
import { Button, ButtonLink } from '../../parts/controls/button.js';
import { JobFailure } from '../../parts/job/job-errors.js';
import { JobRetry } from '../../parts/job/job-retry.js';
import { FilterBar } from '../../parts/filters/filter-bar.js';
import { Loaded } from '../../parts/feedback/loading.js';
import { Mark } from '../../parts/marks.js';
import { Empty } from '../../parts/feedback/messages.js';
import { Page, Section, Tabs } from '../../parts/page.js';
import { Pager } from '../../parts/controls/pager.js';
import { Rows } from '../../parts/lists/rows.js';
import { useFormats, useWords } from '../../words/language.js';
import { useColumns, WIDTHS } from './columns.js';
import { jobFiltersIn, jobsQuery, useJobFilters, type JobsSearch } from './job-filters.js';
import { StartJob } from './start-job.js';

const UNDER_WAY = 'running,waiting,held';
const ENDED = 'completed,completedWithErrors';
const PAGE = 20;
/** Running and waiting jobs that stand above those that have ended. */
const ABOVE = 50;
/** How far running jobs are is asked for so often; changes of state come as events. */
const POLL_MS = 2_000;

const useJobs = (search: JobsSearch, state: string, page: number, pageSize: number) => {
  const params = { query: { ...jobsQuery(search), state, page, pageSize } };
  return useQuery({
    queryKey: ['jobs', 'list', params.query],
    queryFn: ({ signal }) => dataOf(preservation.GET('/jobs', { params, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.jobs.some(isUnderWay) === true ? POLL_MS : false),
  });
};

const useCount = (state: string): string | null => {
  const { count } = useFormats();
  const { data } = useQuery({
    queryKey: ['jobs', 'count', state],
    queryFn: ({ signal }) => dataOf(preservation.GET('/jobs', { params: { query: { state, pageSize: 1 } }, signal })),
  });
  return data === undefined || data.total === 0 ? null : count(data.total);
};

const STATES = { running: 'running', waiting: 'waiting,held', failed: 'completedWithErrors' } as const;
type Tab = 'all' | keyof typeof STATES;

const tabOf = ({ state }: JobsSearch): Tab =>
  (Object.keys(STATES) as (keyof typeof STATES)[]).find((tab) => STATES[tab] === state) ?? 'all';

const StateTabs = ({ search }: { readonly search: JobsSearch }) => {
  const { jobs: words } = useWords();
  const counts = {
    all: null,
    running: useCount(STATES.running),
    waiting: useCount(STATES.waiting),
    failed: useCount(STATES.failed),
  };
  const { state: _state, page: _page, ...kept } = search;
  return (
    <Tabs
      label={words.views}
      current={tabOf(search)}
      tabs={(['all', 'running', 'waiting', 'failed'] as const).map((tab) => ({
        key: tab,
        label: words.tabs[tab],
        count: counts[tab],
        link: { to: '/jobs', search: tab === 'all' ? kept : { ...kept, state: STATES[tab] } },
      }))}
    />
  );
};

/** What was wrong with a job of the list, and the way on: to ask for it again, or to the job that was. */
const Failure = ({ job }: { readonly job: Job }) => {
  const { jobs: words } = useWords();
  const again = job.retriedAs === null ? null : idOf(job.retriedAs);
  const actions = (
    <>
      <JobRetry job={job} small />
      {again === null ? null : (
        <ButtonLink small to="/jobs/$job" params={{ job: again }}>
          {words.retriedAs} {again}
        </ButtonLink>
      )}
    </>
  );
  return <JobFailure job={job} isOld actions={actions} />;
};

const JobRows = ({ label, jobs }: { readonly label: string; readonly jobs: readonly Job[] }) => {
  const navigate = useNavigate();
  const columns = useColumns();
  return (
    <Rows<Job>
      label={label}
      rows={jobs}
      keyOf={({ id }) => id}
      columns={columns}
      {...WIDTHS}
      under={(job) => (job.errors.length === 0 ? null : <Failure job={job} />)}
      onOpen={({ jobId }) => void navigate({ to: '/jobs/$job', params: { job: jobId } })}
    />
  );
};

const Above = ({ search }: { readonly search: JobsSearch }) => {
  const { jobs: words } = useWords();
  const { count } = useFormats();
  const { data } = useJobs(search, UNDER_WAY, 1, ABOVE);
  if (data === undefined || data.total === 0) return null;
  return (
    <Section title={words.underWay} count={count(data.total)}>
      <JobRows label={words.underWay} jobs={data.jobs} />
    </Section>
  );
};

/** All jobs: those that run or wait first, then those that have ended, page by page. */
export const JobsPage = () => {
  const { jobs: words } = useWords();
  const search = useSearch({ from: '/inside/jobs' });
  const navigate = useNavigate();
  const page = pageIn(search);
  const query = useJobs(search, search.state ?? ENDED, page, PAGE);
  const show = (next: JobsSearch): void => void navigate({ to: '/jobs', search: next });
  const filters = useJobFilters();
  const texts = jobFiltersIn(search);
  const isFiltered = Object.keys(texts).length > 0;
  const list = (jobs: readonly Job[], total: number) => (
    <>
      <JobRows label={words.ended} jobs={jobs} />
      <Pager page={page} pageSize={PAGE} total={total} onPage={(next) => show({ ...search, page: `${next}` })} />
    </>
  );
  return (
    <Page title={words.title} actions={<StartJob />}>
      <StateTabs search={search} />
      <div className="toolbar" role="toolbar" aria-label={words.title}>
        <FilterBar filters={filters} texts={texts} onChange={(changed) => show({ ...search, ...changed, page: '' })} />
        <span className="grow" />
        <span className="soft wide">{query.data === undefined ? null : words.total(query.data.total)}</span>
        <span className="wide">
          <Mark shape="dot" colour="run" title={words.liveWhy}>
            {words.live}
          </Mark>
        </span>
      </div>
      {search.state === undefined && page === 1 ? <Above search={search} /> : null}
      <Loaded query={query}>
        {({ jobs, total }) =>
          total === 0 ? (
            <Empty
              title={words.none}
              actions={isFiltered ? <Button onClick={() => show({})}>{words.clear}</Button> : undefined}
            >
              <p>{words.noneHow}</p>
            </Empty>
          ) : search.state === undefined ? (
            <Section title={words.ended}>{list(jobs, total)}</Section>
          ) : (
            list(jobs, total)
          )
        }
      </Loaded>
    </Page>
  );
};
