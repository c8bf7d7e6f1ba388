import { randomUUID } from 'node:crypto';
import type { Dependencies } from '../commands/core/dependencies.js';
import { pipelineRunStream } from '../commands/pipeline-run/pipeline-run-stream.js';
import { endStalePipelineRun } from '../commands/processes/pipeline/end-pipeline-run.js';
import { readCorrelation } from '../commands/reads/read-correlation.js';
import { cause } from '../events/cause.js';
import { timestampOf } from '../events/time.js';
import { pause } from '../flow/pause.js';
import type {
  PipelineRunDocument,
  PipelineRunsView,
  UnfinishedQuery,
} from '../projections/pipeline-runs/pipeline-runs.js';
import type { Log } from './log.js';
import type { RunningJob } from './presence/process-record.js';
import { beginWork, type SingletonRun } from './singleton.js';
import { whenViewComplete } from './when-view-complete.js';

export interface StaleRunEnderOptions {
  readonly dependencies: Dependencies;
  readonly runs: Pick<PipelineRunsView, 'unfinishedBefore'>;
  /** What processes tell of the jobs that they work. */
  readonly readProgress: () => Promise<ReadonlyMap<string, Pick<RunningJob, 'changedAt'>>>;
  /** The process of the platform that a run was claimed by last; null where none has claimed it. */
  readonly holderOf: (runId: string) => Promise<string | null>;
  /** After how long without any progress a run is ended, in milliseconds. */
  readonly staleMs: number;
  readonly log: Log;
  /** How often it looks, in milliseconds. */
  readonly lookEveryMs?: number;
}

const LOOK_EVERY_MS = 60_000;
const PAGE = 100;

const end = async (
  { dependencies, log }: StaleRunEnderOptions,
  { depositId, runId }: PipelineRunDocument,
  before: Date,
): Promise<void> => {
  const commandId = randomUUID();
  const intent = {
    commandId,
    correlationId: (await readCorrelation(dependencies.events, pipelineRunStream(runId))) ?? commandId,
    actor: { agent: 'platform', source: 'platform', appId: null } as const,
    at: timestampOf(dependencies.now()),
  };
  const result = await endStalePipelineRun(dependencies, intent, { depositId, runId, before });
  if (result.ok && result.position !== null)
    log.warn('A pipeline run without progress was ended', { job: runId, deposit: depositId });
};

/** When a run moved last; null where only facts tell. */
type LastMoved = (run: PipelineRunDocument) => Promise<string | null>;

/**
 * Makes what tells when runs moved last. A run of the platform is not listed while its worker is being replaced: then it
 * is taken to have moved when it was last seen to, or, where it never was, when this began.
 */
const lastMoved = ({ dependencies, readProgress, holderOf }: StaleRunEnderOptions): (() => Promise<LastMoved>) => {
  const begunAt = timestampOf(dependencies.now());
  const seen = new Map<string, string>();
  return async () => {
    const told = await readProgress();
    return async ({ runId }) => {
      const changedAt = told.get(runId)?.changedAt;
      if (changedAt !== undefined) seen.set(runId, changedAt);
      else if ((await holderOf(runId)) === null) return null;
      return changedAt ?? seen.get(runId) ?? begunAt;
    };
  };
};

/** All runs without a fact since a time, which the view shows as unfinished. */
async function* unfinishedBefore(
  runs: StaleRunEnderOptions['runs'],
  before: string,
  signal: AbortSignal,
): AsyncGenerator<PipelineRunDocument> {
  for (let after: PipelineRunDocument | null = null; ;) {
    const query: UnfinishedQuery = { before, limit: PAGE, after };
    const page = await whenViewComplete(() => runs.unfinishedBefore(query), signal);
    yield* page;
    after = page.at(-1) ?? null;
    if (page.length < PAGE) return;
  }
}

/** Ends every run without progress for too long; the view may be behind: the streams decide. */
const look = async (options: StaleRunEnderOptions, movedLast: LastMoved, signal: AbortSignal): Promise<void> => {
  const { dependencies, runs, staleMs } = options;
  const before = new Date(dependencies.now().getTime() - staleMs);
  const limit = timestampOf(before);
  for await (const run of unfinishedBefore(runs, limit, signal)) {
    signal.throwIfAborted();
    const moved = await movedLast(run);
    if (moved === null || moved < limit) await end(options, run, before);
  }
};

/** Ends pipeline runs that nobody carries on any more (companion 12.4); looks repeatedly until it is stopped. */
export const staleRunEnder = (options: StaleRunEnderOptions): SingletonRun => {
  const { log, lookEveryMs = LOOK_EVERY_MS } = options;
  const readMoved = lastMoved(options);
  const lookOnce = async (signal: AbortSignal): Promise<void> => look(options, await readMoved(), signal);
  return beginWork('the ender of stale runs', async (signal) => {
    while (!signal.aborted) {
      await lookOnce(signal).catch((error: unknown) => {
        if (!signal.aborted) log.warn('Stale pipeline runs could not be ended and are tried again', cause(error));
      });
      await pause(lookEveryMs, signal);
    }
  });
};
