import type { ArchivalGroupFact } from '../../events/archival-group.js';
import { refuse, type Decision, type Refusal } from '../core/decider.js';
import { heldRefusal } from '../core/steering.js';
import { exportAdmissionRefusal } from './checks.js';
import type { FinishExport, LedgerCommand, RequestExport, TakeExport } from './commands.js';
import type { Ledger, LiveExport } from './state.js';

type LedgerDecision = Decision<ArchivalGroupFact>;
type OnExport = Extract<LedgerCommand, { readonly exportId: string }>;

const notLive = (exportId: string): Refusal => refuse('export-not-live', `Export ${exportId} is not under way.`);

const leaseLost = ({ exportId }: LiveExport): Refusal =>
  refuse('lease-lost', `Export ${exportId} was taken over by another worker.`);

/** The fact of a request that was admitted. */
export const requested = ({ path, export: wanted, by, at }: Omit<RequestExport, 'type'>): ArchivalGroupFact => ({
  type: 'ExportRequested',
  data: { path, ...wanted, by, at },
});

/** Admits an export: a group has one unfinished export at most (storage service 4). */
export const requestExport = (command: RequestExport, ledger: Ledger): LedgerDecision =>
  exportAdmissionRefusal(ledger, command.path, command.export.exportId) ?? [requested(command)];

const take = ({ path, exportId, epoch, worker, at }: TakeExport, live: LiveExport): LedgerDecision => {
  if (live.epoch !== epoch) return leaseLost(live);
  const held = heldRefusal(live.steering, `export ${exportId}`);
  if (held !== null) return held;
  const type = epoch === 0 ? 'ExportStarted' : 'ExportLeaseReassigned';
  return [{ type, data: { path, exportId, epoch: epoch + 1, worker, at } }];
};

const finish = ({ path, exportId, epoch, files, failures, at }: FinishExport, live: LiveExport): LedgerDecision =>
  live.epoch === epoch
    ? [{ type: 'ExportFinished', data: { path, exportId, epoch, files, failures, at } }]
    : leaseLost(live);

/** Decides what happens with the export under way. */
export const decideOnExport = (command: OnExport, { export: live }: Ledger): LedgerDecision => {
  const { path, exportId, by, at } = command;
  if (live?.exportId !== exportId) return command.type === 'AbandonExport' ? [] : notLive(exportId);
  switch (command.type) {
    case 'TakeExport':
      return take(command, live);
    case 'FinishExport':
      return finish(command, live);
    case 'AbandonExport':
      return [{ type: 'ExportAbandoned', data: { path, exportId, by, at } }];
  }
};
