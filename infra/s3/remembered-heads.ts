import type { ByteStore, ListedObject, ObjectAddress, ObjectInfo } from '../../formats/bytes.js';

export interface Memory {
  /** Objects remembered, some hundred bytes each. */
  readonly most?: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** Stores tell times by the second, so that what was written just now may be written again unnoticed. */
const TELLING_MS = 2_000;

const seconds = (time: Date): number => Math.floor(time.getTime() / 1_000);

/** What tells one state of an object from all others, as far as a listing knows it. */
const stateOf = ({ bucket, key, etag, size, lastModified }: ListedObject): string =>
  JSON.stringify([bucket, key, etag, size, seconds(lastModified)]);

const isListed = (at: ObjectAddress | ListedObject): at is ListedObject => 'etag' in at && 'lastModified' in at;

/**
 * The same store, which is not asked twice for what a listing shows to be as it was: a workspace is looked through again
 * and again while its deposit is described and compared, and a listing knows neither digest nor type.
 */
export const rememberingHeads = <Store extends ByteStore>(store: Store, memory: Memory = {}): Store => {
  const { most = 100_000, now = Date.now } = memory;
  const known = new Map<string, ObjectInfo>();
  const remember = (info: ObjectInfo): void => {
    if (now() - info.lastModified.getTime() < TELLING_MS) return;
    known.set(stateOf(info), info);
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
  };
  const recalled = (listed: ListedObject): ObjectInfo | undefined => {
    const state = stateOf(listed);
    const info = known.get(state);
    if (info === undefined) return undefined;
    known.delete(state); // it moves to the end of those that are forgotten first
    known.set(state, info);
    return info;
  };
  return {
    ...store,
    async head(at) {
      const before = isListed(at) ? recalled(at) : undefined;
      if (before !== undefined) return before;
      const info = await store.head(at);
      if (info !== null) remember(info);
      return info;
    },
  };
};
