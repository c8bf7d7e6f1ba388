import { readEntry } from '../../../commands/container/entry-stream.js';
import type { DepositState } from '../../../commands/deposit/state.js';
import { deposit } from '../../../commands/deposit/decider.js';
import { childPath, containerIn } from '../../../commands/container/state.js';
import { fold } from '../../../commands/core/fold.js';
import { readLedger } from '../../../commands/archival-group/ledger-stream.js';
import { readExport } from '../../../commands/export/export-stream.js';
import { readImportJob } from '../../../commands/import-job/import-job-stream.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import { depositStream } from '../../../commands/deposit/deposit-stream.js';
import { parentOf } from '../../../formats/paths/repository-path.js';
import type { EventStore } from '../../../events/store.js';
import { logOf } from '../command-bench.js';

/** Everything the facts of some streams name under one of their properties. */
const named = async (events: EventStore, category: string, property: string): Promise<ReadonlySet<string>> => {
  const values = (await logOf(events))
    .filter(({ stream }) => stream.startsWith(`${category}-`))
    .map(({ data }) => (data as Readonly<Record<string, unknown>>)[property]);
  return new Set(values.filter((value) => typeof value === 'string'));
};

/** Whether the deposit that a group admits is active for it. */
const admissionFaults = async (events: EventStore, group: string, depositId: string): Promise<string[]> => {
  const { state } = await fold(events, deposit, depositStream(depositId));
  const holds = 'active' in state && state.active && state.archivalGroup === group;
  return holds ? [] : [`${group} admits ${depositId}, which is not active for it`];
};

const importFaults = async (events: EventStore, group: string, jobId: string): Promise<string[]> => {
  const status = (await readImportJob(events, jobId))?.status ?? 'nothing';
  const isLive = status === 'waiting' || status === 'running';
  return isLive ? [] : [`${group} has ${jobId} under way, whose own stream says ${status}`];
};

const exportFaults = async (events: EventStore, group: string, exportId: string): Promise<string[]> => {
  const status = (await readExport(events, exportId))?.status;
  const hasEnded = status !== undefined && status !== 'unfinished';
  return hasEnded ? [`${group} is occupied by the export ${exportId}, which is ${status}`] : [];
};

const ledgerFaults = async (events: EventStore, group: string): Promise<string[]> => {
  const { job, export: exported, admitted } = await readLedger(events, group);
  return [
    ...(admitted === null ? [] : await admissionFaults(events, group, admitted.depositId)),
    ...(job === null ? [] : await importFaults(events, group, job.jobId)),
    ...(exported === null ? [] : await exportFaults(events, group, exported.exportId)),
  ];
};

type MadeDeposit = Exclude<DepositState, { readonly status: 'absent' | 'deleted' }>;

/** What a deposit says of its group that the ledger does not. */
const madeFaults = async (events: EventStore, depositId: string, state: MadeDeposit): Promise<string[]> => {
  const { archivalGroup, active, jobs } = state;
  const ledger = archivalGroup === null ? null : await readLedger(events, archivalGroup);
  const isAlone = active && ledger !== null && ledger.admitted?.depositId !== depositId;
  const waiting = jobs.live.filter(({ jobId }) => ledger?.job?.jobId !== jobId);
  return [
    ...(isAlone ? [`${depositId} is active for ${archivalGroup}, which does not admit it`] : []),
    ...waiting.map(({ jobId }) => `${depositId} waits for ${jobId} in vain`),
  ];
};

const depositFaults = async (events: EventStore, depositId: string, state: DepositState): Promise<string[]> => {
  if (state.status === 'absent') return [`${depositId} was never created`];
  if (state.status === 'deleted') return state.emptied ? [] : [`the workspace of ${depositId} is not emptied`];
  const faults = await madeFaults(events, depositId, state);
  return state.prepared ? faults : [...faults, `the workspace of ${depositId} is not prepared`];
};

/** Every path that has, or had, an entry. */
const entryPaths = async (events: EventStore): Promise<ReadonlySet<string>> => {
  const paths = (await logOf(events)).flatMap(({ type, data }) =>
    type.startsWith('Child') && 'path' in data && 'name' in data
      ? [childPath(String(data.path), String(data.name))]
      : [],
  );
  return new Set(paths);
};

const entryFaults = async (events: EventStore, path: string): Promise<string[]> => {
  const { entry, closing } = await readEntry(events, path);
  if (closing !== null) return [`${path} is being deleted for ever`];
  if (entry === null || entry.tombstone) return [];
  if (!entry.confirmed && entry.kind === 'container') return [`${path} is half there`];
  const parent = parentOf(path) ?? '';
  const isIn = containerIn(parent, await readEntry(events, parent)) === entry.within;
  return isIn || !entry.confirmed ? [] : [`${path} is there, but not the container that it is in`];
};

/**
 * What the streams of a platform at rest say against each other: a deposit is active exactly when its group's ledger
 * admits it, a job lives in ledger, deposit and its own stream or in none of them, and every entry has its child.
 */
export const inconsistencies = async ({ events }: Pick<Dependencies, 'events'>): Promise<string[]> => {
  const faults: string[] = [];
  for (const group of await named(events, 'archivalGroup', 'path')) faults.push(...(await ledgerFaults(events, group)));
  const depositIds = [
    ...(await named(events, 'deposit', 'depositId')),
    ...(await named(events, 'archivalGroup', 'depositId')),
  ];
  for (const depositId of new Set(depositIds)) {
    const { state } = await fold(events, deposit, depositStream(depositId));
    faults.push(...(await depositFaults(events, depositId, state)));
  }
  for (const path of await entryPaths(events)) faults.push(...(await entryFaults(events, path)));
  return faults;
};
