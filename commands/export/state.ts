import type { DeclaredExport } from '../../events/archival-group.js';
import type { ExportAbandonReason, ExportFact } from '../../events/export.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';

interface QueuedExport {
  readonly exportId: string;
  readonly archivalGroup: RepositoryPath;
  /** The deposit whose workspace is the destination; null for another destination. */
  readonly depositId: string | null;
  /** The label of the version, such as `v2`; as requested where the group has no such version. */
  readonly sourceVersion: string | null;
  readonly destination: Readonly<{ bucket: string; prefix: string }>;
  readonly declared: DeclaredExport;
  readonly by: string;
  readonly requested: string;
  readonly dateBegun: string | null;
}

/** An export as its resource shows it (storage service 2.1, 3). */
export type Export =
  | (QueuedExport & { readonly status: 'unfinished' })
  /** It will never finish, although its resource does not show that (storage service 3). */
  | (QueuedExport & { readonly status: 'abandoned'; readonly reason: Exclude<ExportAbandonReason, 'cancelled'> })
  | (QueuedExport & { readonly status: 'cancelled'; readonly dateFinished: string; readonly cancelledBy: string })
  | (QueuedExport & {
      readonly status: 'finished';
      readonly dateFinished: string;
      /** The failures that count are those of this epoch. */
      readonly epoch: number;
      /** Files copied and verified. */
      readonly files: number;
      readonly failures: number;
    });

export type ExportState = { readonly status: 'absent' } | Export;

const queued = (data: Extract<ExportFact, { type: 'ExportJobQueued' }>['data']): Export => {
  const { at, ...wanted } = data;
  return { ...wanted, status: 'unfinished', requested: at, dateBegun: null };
};

const abandoned = (
  state: QueuedExport,
  { reason, cancelledBy, at }: Extract<ExportFact, { type: 'ExportJobAbandoned' }>['data'],
): Export =>
  reason === 'cancelled'
    ? { ...state, status: 'cancelled', dateFinished: at, cancelledBy: cancelledBy ?? '' }
    : { ...state, status: 'abandoned', reason };

/** The export after a fact. */
export const evolveExport = (state: ExportState, fact: ExportFact): ExportState => {
  if (fact.type === 'ExportJobQueued') return queued(fact.data);
  if (state.status !== 'unfinished') return state;
  switch (fact.type) {
    case 'ExportJobStarted':
      return { ...state, dateBegun: fact.data.at };
    case 'ExportJobCompleted': {
      const { epoch, files, failures, at } = fact.data;
      return {
        ...state,
        status: 'finished',
        dateBegun: state.dateBegun ?? at,
        dateFinished: at,
        epoch,
        files,
        failures,
      };
    }
    case 'ExportJobAbandoned':
      return abandoned(state, fact.data);
    case 'ExportJobProgressed':
    case 'ExportFailuresRecorded':
      return state;
  }
};
