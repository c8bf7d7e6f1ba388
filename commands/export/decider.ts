import type { DeclaredExport } from '../../events/archival-group.js';
import type { ExportAbandonReason, ExportFact, ExportFailure } from '../../events/export.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { refuse, type AnyCommand, type Decider, type Decision, omit } from '../core/decider.js';
import { evolveExport, type Export, type ExportState } from './state.js';

interface OfExport<Type extends string> extends AnyCommand<Type> {
  readonly exportId: string;
}

export interface QueueExport extends OfExport<'QueueExport'> {
  readonly archivalGroup: RepositoryPath;
  readonly depositId: string | null;
  readonly sourceVersion: string | null;
  readonly destination: Readonly<{ bucket: string; prefix: string }>;
  readonly declared: DeclaredExport;
  readonly retryOf?: string;
}

/** Ends an export that can never be worked: it is queued and ended in one step. */
export interface RefuseExport extends Omit<QueueExport, 'type'>, AnyCommand {
  readonly type: 'RefuseExport';
  /** The failure of the whole export; null for an export that will never finish, since its version does not exist. */
  readonly failure: ExportFailure | null;
}

export type ExportCommand =
  | QueueExport
  | RefuseExport
  | (OfExport<'RecordExportStart'> & { readonly worker: string })
  | (OfExport<'RecordExportFailures'> & {
      readonly epoch: number;
      readonly page: number;
      readonly failures: readonly ExportFailure[];
    })
  | (OfExport<'CompleteExport'> & { readonly epoch: number; readonly files: number; readonly failures: number })
  /** `cancelledBy` only with the reason `cancelled`. */
  | (OfExport<'AbandonExportJob'> & { readonly reason: ExportAbandonReason; readonly cancelledBy?: string });

type ExportDecision = Decision<ExportFact>;

const queue = (wanted: QueueExport | RefuseExport): ExportFact => ({
  type: 'ExportJobQueued',
  data: omit({ failure: null, ...wanted }, 'type', 'failure'),
});

/** The end of an export before any worker has taken it up, which counts as epoch 0. */
const refusal = ({ exportId, failure, at }: RefuseExport): readonly ExportFact[] =>
  failure === null
    ? [{ type: 'ExportJobAbandoned', data: { exportId, reason: 'version-not-found', at } }]
    : [
        { type: 'ExportFailuresRecorded', data: { exportId, epoch: 0, page: 0, failures: [failure], at } },
        { type: 'ExportJobCompleted', data: { exportId, epoch: 0, files: 0, failures: 1, at } },
      ];

const decideOn = (command: Exclude<ExportCommand, QueueExport | RefuseExport>, state: Export): ExportDecision => {
  const { exportId, at } = command;
  if (state.status !== 'unfinished') return []; // an end is final
  switch (command.type) {
    case 'RecordExportStart':
      return state.dateBegun === null
        ? [{ type: 'ExportJobStarted', data: { exportId, worker: command.worker, at } }]
        : [];
    case 'RecordExportFailures': {
      const { epoch, page, failures } = command;
      return [{ type: 'ExportFailuresRecorded', data: { exportId, epoch, page, failures, at } }];
    }
    case 'CompleteExport': {
      const { epoch, files, failures } = command;
      return [{ type: 'ExportJobCompleted', data: { exportId, epoch, files, failures, at } }];
    }
    case 'AbandonExportJob':
      return [{ type: 'ExportJobAbandoned', data: omit(command, 'type', 'by') }];
  }
};

/** Exports, from the queue to the end (storage service 3). */
export const exportJob: Decider<ExportState, ExportCommand, ExportFact> = {
  initial: { status: 'absent' },
  decide(command, state) {
    if (command.type === 'QueueExport') return state.status === 'absent' ? [queue(command)] : [];
    if (command.type === 'RefuseExport') return state.status === 'absent' ? [queue(command), ...refusal(command)] : [];
    if (state.status === 'absent') return refuse('export-not-live', `Export ${command.exportId} was never queued.`);
    return decideOn(command, state);
  },
  evolve: evolveExport,
};
