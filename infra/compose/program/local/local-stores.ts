import type { Places } from '../../../../commands/storage/places.js';
import { catalogue } from '../../../../events/codec/catalogue.js';
import { createCodec } from '../../../../events/codec/codec.js';
import type { EventStore } from '../../../../events/store.js';
import type { ByteStore } from '../../../../formats/bytes.js';
import type { DataFolderParts } from '../../../embedded/data-folder.js';
import { contentOnDisk, type ContentOnDisk } from '../../../embedded/content-on-disk.js';
import { openEventStoreToRead } from '../../../embedded/event-store/read-only-event-store.js';
import { readOnlyByteStore } from '../../../embedded/read-only-byte-store.js';

/** The stores of a data folder for one who only looks. */
export interface LocalStores {
  readonly events: EventStore;
  readonly bytes: ByteStore;
  /** The bytes of the same files. */
  readonly content: ContentOnDisk;
  readonly places: Places;
  /** The file of the read models, which may be missing. */
  readonly documents: string;
  /** Lets others write again. */
  close(): Promise<void>;
}

/** The name of the one bucket that is read here; no key or answer has it. */
const BUCKET = 'repository';

const places: Places = {
  workspaceBucket: '',
  exports: [],
  repository: { bucket: BUCKET, prefix: '' },
  staging: { bucket: '', prefix: '' },
};

/**
 * Opens the log and the objects of a data folder for reading, together with other readers; nothing can be written until
 * they are closed. Throws EventStoreFault: `store-in-use` while a process has them open for writing.
 */
export const openLocalStores = ({ events, ocfl, documents }: DataFolderParts): LocalStores => {
  const log = openEventStoreToRead(events, createCodec(catalogue));
  const bytes = readOnlyByteStore(BUCKET, ocfl);
  return { events: log, bytes, content: contentOnDisk(ocfl), places, documents, close: () => log.close() };
};
