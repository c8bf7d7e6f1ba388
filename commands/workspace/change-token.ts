import { randomUUID } from 'node:crypto';
import { ByteStoreFault, type ObjectAddress } from '../../formats/bytes.js';
import type { Dependencies } from '../core/dependencies.js';

export type Store = Pick<Dependencies, 'bytes' | 'places'>;

/** The address of a file about a workspace, in the staging bucket, where clients cannot write. */
export const workspaceFileAddress = ({ places: { staging } }: Store, name: string): ObjectAddress => ({
  bucket: staging.bucket,
  key: `${staging.prefix}workspaces/${name}`,
});

const changeTokenAddress = (store: Store, depositId: string): ObjectAddress =>
  workspaceFileAddress(store, `${depositId}.mark`);

/**
 * A token that the platform replaces whenever it changes a workspace without recording a fact; null before the first.
 */
export const changeTokenOf = async (store: Store, depositId: string): Promise<string | null> =>
  (await store.bytes.head(changeTokenAddress(store, depositId)))?.etag ?? null;

/**
 * Replaces the token after a change without a fact, so that the cached listing of the workspace is not used any more.
 * Where the store fails, the old listing is shown until it is refreshed.
 */
export const replaceChangeToken = async (store: Store, depositId: string): Promise<void> => {
  try {
    await store.bytes.put(changeTokenAddress(store, depositId), Buffer.from(randomUUID()));
  } catch (error) {
    if (!(error instanceof ByteStoreFault)) throw error;
  }
};
