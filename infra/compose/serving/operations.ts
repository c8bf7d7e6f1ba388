import { operationsApp, type Readiness } from '../../../gateways/http/operations-app.js';
import type { ObeyedSources } from '../../../gateways/http/obeyed-sources.js';
import type { Config } from '../../config/config.js';
import { lostOutput } from '../../log/standard-streams.js';
import type { Metrics } from '../../metrics/metrics.js';
import type { ConnectionBounds } from './connection-bounds.js';
import type { ClockWatch } from './clock-watch.js';
import { measureJobs, type CountedJobs } from './count-jobs.js';
import { listen, type HttpServer } from './listen.js';
import { obeyedSources } from './obeyed-sources.js';
import type { DisposalStack } from '../process/disposal-stack.js';
import type { ViewChecker } from '../../../workers/view-checker/view-checker.js';
import type { Progress } from '../process/progress.js';
import { measureViewBuilds, viewBuildsReport, type ReadViewBuilds } from '../workers/view-builds.js';
import { measureViewChecks, viewCheckReport } from '../workers/view-checks.js';

/** A reader that is behind the log for longer makes no progress. */
const BEHIND_SECONDS = 30;
/** A process that cannot read the log's head for longer makes no progress. */
const HEAD_UNKNOWN_SECONDS = 10;

/** How a reader gets ahead, and how to go on. */
const AHEAD =
  'which was restored to an older state or replaced by another one: start the process again; it says what to do';

/** Answers why a part of this process does not work, as a sentence; null while it does. Resolves soon, never rejects. */
export type FaultSource = () => string | null | Promise<string | null>;

/** What the operations pages show after the start. */
export interface OperationsSources {
  readonly roles: Config['roles'];
  readonly progress: Progress;
  readonly clock: Pick<ClockWatch, 'behindSeconds'>;
  readonly metrics: Metrics;
  /** Jobs that have not ended, by kind; null where this process does not count them. */
  readonly jobs: (() => Promise<readonly CountedJobs[]>) | null;
  /** Null where this process does not compare read models with the log. */
  readonly viewChecker: ViewChecker | null;
  readonly builds: ReadViewBuilds;
  /** All of them are asked, and every fault is shown: a process with any is not ready. */
  readonly faults: readonly FaultSource[];
  /** Undefined where requests are answered for every host. */
  readonly sources?: ObeyedSources | undefined;
}

const readiness = async ({
  roles,
  progress,
  clock,
  jobs,
  viewChecker,
  builds,
  ...operating
}: OperationsSources): Promise<Readiness> => {
  const found = await Promise.all(operating.faults.map(async (fault) => fault()));
  const readers = progress.readers();
  const headUnknownSeconds = progress.headUnknownSeconds();
  const behind = readers
    .filter(({ behindSeconds, mayLag }) => behindSeconds > BEHIND_SECONDS && !mayLag)
    .map(({ name }) => name);
  const ahead = readers.filter((reader) => reader.ahead).map(({ name }) => name);
  const faults = [
    ...(headUnknownSeconds > HEAD_UNKNOWN_SECONDS
      ? [`the event log has not been seen for ${Math.round(headUnknownSeconds)} s`]
      : []),
    ...behind.map((name) => `${name} is behind the event log`),
    ...ahead.map((name) => `${name} is ahead of the event log, ${AHEAD}`),
    ...found.filter((each) => each !== null),
  ];
  const counts = jobs === null ? null : await jobs().catch(() => null);
  const viewCheck = viewChecker === null ? null : viewCheckReport(viewChecker);
  const building = await viewBuildsReport(builds);
  const clockBehindSeconds = Math.round(clock.behindSeconds());
  return {
    ready: faults.length === 0,
    report: { roles, faults, readers, clockBehindSeconds, jobs: counts, building, viewCheck },
  };
};

/** Opens the operations pages, which show during the start that the process is running. */
export const openOperations = async (
  config: Config,
  { metrics, bounds }: { readonly metrics: Metrics; readonly bounds: Partial<ConnectionBounds> },
  disposal: DisposalStack,
): Promise<HttpServer> => {
  const { host, ports } = config;
  const what = 'operations pages';
  const listener = disposal.keep(what, await listen(what, host, ports.operations, bounds), (it) => it.close(100));
  const starting: Readiness = { ready: false, report: { faults: ['the process is starting'] } };
  const sources = obeyedSources(config);
  listener.serve(operationsApp({ readiness: () => Promise.resolve(starting), metrics: () => metrics.page(), sources }));
  return listener;
};

/** Makes the pages show the running process. */
export const showOperations = (listener: HttpServer, operating: OperationsSources): void => {
  const { metrics, progress, clock, jobs, viewChecker, builds, sources } = operating;
  if (viewChecker !== null) measureViewChecks(metrics, viewChecker);
  measureViewBuilds(metrics, builds);
  metrics.gauge(
    'muniment_reader_behind_seconds',
    'For how long a reader of the log has been behind it.',
    ['reader'],
    () =>
      Promise.resolve(
        progress.readers().map(({ name, behindSeconds }) => ({ labels: { reader: name }, value: behindSeconds })),
      ),
  );
  metrics.gauge(
    'muniment_reader_active',
    'Whether this process is the one that runs a reader of the log.',
    ['reader'],
    () =>
      Promise.resolve(
        progress.readers().map(({ name, active }) => ({ labels: { reader: name }, value: Number(active) })),
      ),
  );
  const late = 'By how many seconds the clock of this process is behind the newest fact of the log.';
  metrics.gauge('muniment_clock_behind_seconds', late, [], () =>
    Promise.resolve([{ labels: {}, value: clock.behindSeconds() }]),
  );
  const lost = 'How many pieces of standard output and standard error could not be written since the start.';
  metrics.gauge('muniment_output_lost', lost, [], () => Promise.resolve([{ labels: {}, value: lostOutput() }]));
  if (jobs !== null) measureJobs(metrics, jobs);
  listener.serve(operationsApp({ readiness: () => readiness(operating), metrics: () => metrics.page(), sources }));
};
