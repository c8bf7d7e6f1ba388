import type { EventStore } from '../../../events/store.js';
import type { IndexFeed } from '../../../workers/search-index/index-feed.js';
import { isOfLog } from '../../../workers/search-index/log-entry.js';
import { codeOf } from '../../../flow/error-code.js';
import { DataFolderFault } from '../../embedded/data-folder.js';
import type { NamedLog } from '../../log/logger.js';
import { whenAvailable, type WaitOptions } from '../process/when-available.js';
import { openSubstringIndex, type SubstringIndexFile } from '../../search-index/open-substring-index.js';

interface IndexPlace {
  readonly folder: string;
  readonly log: NamedLog;
  readonly events: EventStore;
  readonly feed: Pick<IndexFeed, 'categories'>;
  readonly waiting: WaitOptions;
}

const open = async ({ folder, log }: Pick<IndexPlace, 'folder' | 'log'>): Promise<SubstringIndexFile> => {
  try {
    return await openSubstringIndex({ folder, log });
  } catch (cause) {
    if (codeOf(cause) === 'index-full') throw cause; // it has a sentence of its own
    const why = (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '');
    throw new DataFolderFault('data-folder-unusable', `The search index in ${folder} cannot be opened: ${why}.`, {
      cause,
    });
  }
};

/**
 * Opens a search index. One that was not filled from this log, since an older one was restored, is begun anew; those of
 * other processes in the folder are left alone. Rejects with DataFolderFault, or SearchIndexFault
 * `index-full`.
 */
export const openIndex = async (place: IndexPlace): Promise<SubstringIndexFile> => {
  const { folder, log, events, feed, waiting } = place;
  const index = await open(place);
  if (await whenAvailable('the event store', waiting, () => isOfLog(index, events, feed))) return index;
  log.warn('A search index was not filled from this event log and is built anew', { folder });
  await index.beginAnew();
  return index;
};
