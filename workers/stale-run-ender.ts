import { randomUUID } from 'node:crypto';
import type { Dependencies } from '../commands/core/dependencies.js';
import { pipelineRunStream } from '../commands/pipeline-run/pipeline-run-stream.js';
import { endStalePipelineRun } from '../commands/processes/pipeline/end-pipeline-run.js';
import { readCorrelation } from '../commands/reads/read-correlation.js';
import { cause } from '../events/cause.js';
import { timestampOf } from '../events/time.js';
import { pause } from '../flow/pause.js';
import { settledWithin } from '../flow/settled-within.js';
import type { PipelineRunDocument, PipelineRunsView } from '../projections/pipeline-runs/pipeline-runs.js';
import type { Log } from './log.js';
import type { SingletonRun } from './singleton.js';
import { whenViewComplete } from './when-view-complete.js';

export interface StaleRunEnderOptions {
  readonly dependencies: Dependencies;
  readonly runs: Pick<PipelineRunsView, 'unfinishedBefore'>;
  /** After how long without any progress a run is ended, in milliseconds. */
  readonly staleMs: number;
  readonly log: Log;
  /** How often it looks, in milliseconds. */
  readonly lookEveryMs?: number;
}

const LOOK_EVERY_MS = 60_000;
const BATCH = 100;
const STOP_MS = 5_000;

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

/** Ends every run without progress for too long; the view may be behind: the streams decide. */
const look = async (options: StaleRunEnderOptions, signal: AbortSignal): Promise<void> => {
  const { dependencies, runs, staleMs } = options;
  const before = new Date(dependencies.now().getTime() - staleMs);
  const unfinished = await whenViewComplete(() => runs.unfinishedBefore(timestampOf(before), BATCH), signal);
  for (const run of unfinished) {
    signal.throwIfAborted();
    await end(options, run, before);
  }
};

/** Ends pipeline runs that nobody carries on any more (companion 12.4); looks repeatedly until it is stopped. */
export const staleRunEnder = (options: StaleRunEnderOptions): SingletonRun => {
  const { log, lookEveryMs = LOOK_EVERY_MS } = options;
  const stopped = new AbortController();
  const { signal } = stopped;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await look(options, signal).catch((error: unknown) => {
        if (!signal.aborted) log.warn('Stale pipeline runs could not be ended and are tried again', cause(error));
      });
      await pause(lookEveryMs, signal);
    }
  };
  const ended = run();
  return {
    handled: () => null,
    ended,
    stop: async () => {
      stopped.abort(new Error('the ender of stale runs was stopped'));
      await settledWithin(ended, STOP_MS);
    },
  };
};
