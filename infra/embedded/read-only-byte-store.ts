import {
  ByteStoreFault,
  type ByteStore,
  type GetOptions,
  type ListedObject,
  type ObjectAddress,
  type ObjectInfo,
} from '../../formats/bytes.js';
import { compareUtf8 } from '../../formats/paths/utf8-order.js';
import { filesOnDisk, type StateOnDisk } from './s3-server/plain-files.js';

const infoOf = ({ bucket, key }: ObjectAddress, { size, stamp, modified }: StateOnDisk): ObjectInfo => ({
  bucket, // spread, they would cost a kilobyte and ten microseconds of each small file
  key,
  size,
  etag: `"${stamp}"`,
  lastModified: modified,
  contentType: null,
  metadata: {},
  sha256: null,
});

const refused = (): Promise<never> =>
  Promise.reject(new ByteStoreFault('store-denied', 'the object store was opened for reading'));

/** The last byte of a range that is cut at the end of an object. */
const lastOf = ({ start, end = Infinity }: NonNullable<GetOptions['range']>, size: number): number => {
  const last = Math.min(end, size - 1);
  if (start >= 0 && start <= last) return last;
  throw new ByteStoreFault('range-unsatisfiable', `bytes ${start} to ${end} of an object of ${size} bytes`);
};

/**
 * A bucket of plain files below `root`, read from the disk without an index, so that nothing is known of a file but its
 * bytes, and nothing is written. An ETag is of this moment: it changes when the file is replaced.
 */
export const readOnlyByteStore = (bucket: string, root: string): ByteStore => {
  const files = filesOnDisk(root);
  const requireOwn = (named: string): void => {
    if (named !== bucket) throw new ByteStoreFault('bucket-not-found', `there is no bucket ${named}`);
  };

  async function* list(named: string, prefix: string, after?: string): AsyncGenerator<ListedObject> {
    requireOwn(named);
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    for await (const { key, kind } of files.list(folder)) {
      if (kind !== 'file' || !key.startsWith(prefix)) continue;
      if (after !== undefined && compareUtf8(key, after) <= 0) continue;
      const state = files.state(key);
      if (state !== null) yield infoOf({ bucket, key }, state);
    }
  }

  const find = (at: ObjectAddress): ObjectInfo | null => {
    requireOwn(at.bucket);
    const state = files.state(at.key);
    return state === null ? null : infoOf(at, state);
  };

  return {
    keepsConditions: true,
    put: refused,
    copy: refused,
    head: (at) => Promise.resolve(at).then(find),
    async get(at, { range, etag } = {}) {
      const info = find(at);
      if (info === null) throw new ByteStoreFault('object-not-found', `there is no object ${bucket}/${at.key}`);
      if (etag !== undefined && etag !== info.etag)
        throw new ByteStoreFault('precondition-failed', `${bucket}/${at.key} has the ETag ${info.etag}, not ${etag}`);
      // With its end known, a stream takes no more memory than there are bytes, and does not read once more for it.
      if (range === undefined) return { info, stream: await files.range(at.key, 0, Math.max(0, info.size - 1)) };
      return { info, stream: await files.range(at.key, range.start, lastOf(range, info.size)) };
    },
    list: (named, prefix, options) => list(named, prefix, options?.after),
    async *listFolders(named, prefix, isWanted = () => true) {
      requireOwn(named);
      for await (const name of files.folders(prefix)) if (isWanted(name)) yield name;
    },
    listUploads: () => Promise.resolve([]),
  };
};
