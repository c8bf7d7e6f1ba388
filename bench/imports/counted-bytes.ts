import type { ObjectStore } from '../../formats/object-store.js';

/** The number of calls of an object store, and of bytes of files that this process received. */
export interface ByteCounts {
  reads: number;
  writes: number;
  deletes: number;
  /** Bytes of the watched bodies. */
  bodyBytes: number;
}

export const noCounts = (): ByteCounts => ({ reads: 0, writes: 0, deletes: 0, bodyBytes: 0 });

/** The same store, with its calls counted into `counts`; a listing counts once. */
export const countedBytes = (bytes: ObjectStore, watched: string, counts: ByteCounts): ObjectStore => ({
  ...bytes,
  put: (...args) => {
    counts.writes += 1;
    return bytes.put(...args);
  },
  copy: (...args) => {
    counts.writes += 1;
    return bytes.copy(...args);
  },
  head: (at) => {
    counts.reads += 1;
    return bytes.head(at);
  },
  get: async (at, options) => {
    counts.reads += 1;
    const body = await bytes.get(at, options);
    if (at.bucket === watched) counts.bodyBytes += body.info.size;
    return body;
  },
  list: (...args) => {
    counts.reads += 1;
    return bytes.list(...args);
  },
  delete: (...args) => {
    counts.deletes += 1;
    return bytes.delete(...args);
  },
});
