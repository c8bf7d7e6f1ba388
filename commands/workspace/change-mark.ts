import { randomUUID } from 'node:crypto';
import { ByteStoreFault, type ObjectAddress } from '../../formats/bytes.js';
import type { Services } from '../core/services.js';

export type Store = Pick<Services, 'bytes' | 'places'>;

/** Where the platform keeps something about a workspace, out of clients' reach. */
export const besideWorkspace = ({ places: { staging } }: Store, name: string): ObjectAddress => ({
  bucket: staging.bucket,
  key: `${staging.prefix}workspaces/${name}`,
});

export const changeMarkAddress = (store: Store, depositId: string): ObjectAddress =>
  besideWorkspace(store, `${depositId}.mark`);

/** Tells one state of a workspace that the platform has brought about from the next; null before the first. */
export const changeMarkOf = async (store: Store, depositId: string): Promise<string | null> =>
  (await store.bytes.head(changeMarkAddress(store, depositId)))?.etag ?? null;

/**
 * Makes stale what was read of a workspace before, for a change that no fact follows. Where the store refuses it, the
 * view is older than the change until it is refreshed.
 */
export const markChanged = async (store: Store, depositId: string): Promise<void> => {
  try {
    await store.bytes.put(changeMarkAddress(store, depositId), Buffer.from(randomUUID()));
  } catch (error) {
    if (!(error instanceof ByteStoreFault)) throw error;
  }
};
