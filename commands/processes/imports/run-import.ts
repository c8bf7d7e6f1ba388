import type { ArchivalGroupFact, ImportFailure } from '../../../events/archival-group.js';
import type { RepositoryPath } from '../../../formats/paths/repository-path.js';
import { reserveChild } from '../containers/reserve-child.js';
import { finishAbandoned, finishPublished } from './end-import.js';
import type { Dependencies } from '../../core/dependencies.js';
import { digestOf, stepOf, type Intent, type StreamFact } from '../../core/intent.js';
import { written, type CommandResult, refuse } from '../../core/decider.js';
import { readEntry } from '../../container/entry-stream.js';
import { requireMoved } from '../../container/move-entries.js';
import { onEntry } from '../../container/on-entry.js';
import { onImportJob } from '../../import-job/import-job-stream.js';
import { onLedger, readLedger } from '../../archival-group/ledger-stream.js';
import { ancestorRefusal, groupPathRefusal, kindAt } from '../../reads/kind-at.js';
import { refused } from '../../../flow/result.js';

interface OfImport {
  /** The archival group. */
  readonly path: RepositoryPath;
  readonly jobId: string;
}

type StartFact = StreamFact<Extract<ArchivalGroupFact, { type: 'ImportStarted' }>>;

/** Records the start on the job's own stream. */
export const finishStart = async (dependencies: Dependencies, fact: StartFact): Promise<void> => {
  const { jobId, baseVersion, worker, at } = fact.data;
  const by = fact.metadata.actor.agent;
  await onImportJob(dependencies, stepOf(fact, 'start'), { type: 'RecordStart', jobId, baseVersion, worker, by, at });
};

/** Starts an admitted job, as epoch 1. `baseVersion` is the version it builds on, 0 for none. */
export const startImport = async (
  dependencies: Dependencies,
  intent: Intent,
  { path, jobId, worker }: OfImport & { readonly worker: string },
): Promise<CommandResult<{ readonly epoch: number; readonly baseVersion: number }>> => {
  const started = await onLedger(dependencies, intent, {
    type: 'StartImport',
    path,
    jobId,
    worker,
  });
  if (!started.ok) return started;
  const [fact] = started.value;
  if (fact?.type !== 'ImportStarted') return refused(refuse('lease-lost', `Import job ${jobId} was not started.`));
  await finishStart(dependencies, fact);
  const { epoch, baseVersion } = fact.data;
  return written({ epoch, baseVersion }, started.position);
};

/** Takes a started job over from the process with `epoch`, which can no longer commit afterwards. */
export const reassignImport = async (
  dependencies: Dependencies,
  intent: Intent,
  takeover: OfImport & { readonly epoch: number; readonly worker: string },
): Promise<CommandResult<{ readonly epoch: number }>> => {
  const result = await onLedger(dependencies, intent, { type: 'ReassignImport', ...takeover });
  if (!result.ok) return result;
  return written({ epoch: takeover.epoch + 1 }, result.position);
};

/** Releases another job's reservation of the path: imports of a group run one after another, so that job has ended. */
const releaseStale = async (dependencies: Dependencies, intent: Intent, { path, jobId }: OfImport): Promise<void> => {
  const { entry } = await readEntry(dependencies.events, path);
  if (entry === null || entry.jobId === null || entry.jobId === jobId || entry.confirmed) return;
  const step = { ...intent, commandId: `${intent.commandId}:${entry.jobId}` };
  await onEntry(dependencies, step, { type: 'ReleaseChild', path, jobId: entry.jobId });
};

/** Reserves the path for a new archival group; publishing its first version confirms it. */
export const reserveGroup = async (
  dependencies: Dependencies,
  request: Intent,
  { path, jobId, displayName }: OfImport & { readonly displayName: string | null },
): Promise<CommandResult<null>> => {
  const intent = { ...request, requestSha256: digestOf({ path, jobId }) };
  for (;;) {
    const ledger = await readLedger(dependencies.events, path);
    if (ledger.job?.jobId !== jobId) return refused(refuse('import-not-live', `Import job ${jobId} is not under way.`));
    await requireMoved(dependencies, intent, path);
    const place = await kindAt(dependencies.events, path);
    const refusal = ancestorRefusal(place, path) ?? groupPathRefusal(place, path);
    if (refusal !== null) return refused(refusal);
    await releaseStale(dependencies, intent, { path, jobId });
    const reserved = await reserveChild(dependencies, intent, { path, displayName, jobId });
    if (reserved !== null) return reserved;
  }
};

/** Records that the inventories are stored: publishes the version, and ends the job on its stream and its deposit. */
export const recordPublished = async (
  dependencies: Dependencies,
  intent: Intent,
  published: OfImport & { readonly version: number },
): Promise<CommandResult<null>> => {
  const result = await onLedger(dependencies, intent, { type: 'RecordPublished', ...published });
  if (!result.ok) return result;
  const [fact] = result.value;
  const ended = fact?.type === 'VersionPublished' ? await finishPublished(dependencies, fact) : null;
  return written(null, ended ?? result.position);
};

/** Abandons a job before its commit point, which it cannot reach afterwards; ends it on its stream and its deposit. */
export const abandonImport = async (
  dependencies: Dependencies,
  intent: Intent,
  abandoned: OfImport & { readonly epoch: number; readonly errors: readonly ImportFailure[] },
): Promise<CommandResult<null>> => {
  const result = await onLedger(dependencies, intent, { type: 'AbandonImport', ...abandoned });
  if (!result.ok) return result;
  const [fact] = result.value;
  const ended = fact?.type === 'ImportAbandoned' ? await finishAbandoned(dependencies, fact) : null;
  return written(null, ended ?? result.position);
};
