import type { EventStore } from '../../../events/store.js';
import type { DocumentStore } from '../../../projections/documents.js';
import { countedViews } from '../../../projections/read-models.js';
import type { Servers } from '../../config/servers.js';
import { DataFolderFault, type DataFolder } from '../../embedded/data-folder.js';

/** The read models of a data folder, and its log. */
interface Kept {
  readonly events: Pick<EventStore, 'head'>;
  readonly documents: Pick<DocumentStore, 'register'>;
  readonly servers: Pick<Servers, 'eventStore' | 'mongodb'>;
  readonly folder: DataFolder | null;
}

/**
 * Rejects with DataFolderFault when read models are ahead of the log, as after an older log was restored: new facts
 * would get the positions of lost ones, and be skipped as consumed. Does not check servers.
 */
export const requireViewsOfLog = async ({ events, documents, servers, folder }: Kept): Promise<void> => {
  if (folder === null || servers.eventStore !== null || servers.mongodb !== null) return;
  const head = (await events.head()) ?? '';
  for (const { name } of countedViews) {
    const { generations } = await documents.register(name);
    if (generations.every(({ position }) => position === null || position <= head)) continue;
    throw new DataFolderFault(
      'data-folder-unusable',
      `The read models in ${folder.documents} have seen more than the event log holds, so an older log was restored; ` +
        'delete that file, and they are built anew from the log.',
    );
  }
};
