import type { RecordedFact } from '../../events/envelope.js';
import type { ExportFact } from '../../events/export.js';
import type { Query } from '../documents.js';
import type { Projection, Touch } from '../projection.js';
import type { ReadableDocuments } from '../read-view.js';

/** An export that has not ended. */
export interface ExportDocument {
  readonly exportId: string;
  /** Repository path. */
  readonly archivalGroup: string;
  readonly requested: string;
}

const byAge: Query = { where: { field: 'requested', above: '' }, sort: [{ field: 'requested' }] };

/** The exports that have not ended, so that a worker can find them. */
export const unfinishedExports: Projection<ExportFact, ExportDocument> = {
  shape: { name: 'unfinished-exports', indexes: [['requested']], queries: { byAge } },
  version: 1,
  categories: ['export'],
  touches: ({ type, data }: RecordedFact<ExportFact>): readonly Touch<ExportDocument>[] => {
    const { exportId: key } = data;
    switch (type) {
      case 'ExportJobQueued': {
        const { archivalGroup, at: requested } = data;
        return [{ key, apply: () => ({ exportId: key, archivalGroup, requested }) }];
      }
      case 'ExportJobCompleted':
      case 'ExportJobAbandoned':
        return [{ key, apply: () => null }];
      case 'ExportJobStarted':
      case 'ExportJobProgressed':
      case 'ExportFailuresRecorded':
        return [];
    }
  },
};

/** The queries of the view. */
export interface UnfinishedExportsView {
  /** Oldest first: a worker may try to claim them. */
  claimable(): Promise<ExportDocument[]>;
}

/** The queries over the view's documents. */
export const unfinishedExportsView = (documents: ReadableDocuments<ExportDocument>): UnfinishedExportsView => ({
  claimable: () => documents.find(byAge),
});
