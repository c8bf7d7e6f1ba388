import type { DepositBeginning } from '../../events/deposit.js';
import type { Dependencies } from '../core/dependencies.js';

/** The number of keys that a store deletes with one request. */
const BATCH = 1000;

/** The workspaces of all deposits lie below it. */
export const WORKSPACES = 'deposits/';

/** The prefix of a deposit's workspace; it holds all files of the deposit and nothing else. */
export const workspacePrefix = (depositId: string): string => `${WORKSPACES}${depositId}/`;

/** Ends the unfinished multipart uploads to a deposit's workspace; throws and rejects as `emptyWorkspace` does. */
export const endUploads = async (
  { bytes, removal }: Pick<Dependencies, 'bytes' | 'removal'>,
  { depositId, files }: Pick<DepositBeginning, 'depositId' | 'files'>,
): Promise<void> => {
  if (files.prefix !== workspacePrefix(depositId))
    throw new Error(`deposit ${depositId} claims ${files.prefix}, which is not its workspace; nothing was deleted`);
  await removal.workspaces.endUploads(files, await bytes.listUploads(files.bucket, files.prefix));
};

/**
 * Deletes every object of a deposit's workspace, and its multipart uploads. Throws, before anything is deleted, where
 * the deposit's prefix is not its own. Rejects with ByteStoreFault.
 */
export const emptyWorkspace = async (
  { bytes, removal }: Pick<Dependencies, 'bytes' | 'removal'>,
  { depositId, files }: Pick<DepositBeginning, 'depositId' | 'files'>,
): Promise<void> => {
  await endUploads({ bytes, removal }, { depositId, files });
  const { workspaces } = removal;
  let keys: string[] = [];
  for await (const { key } of bytes.list(files.bucket, files.prefix)) {
    if (keys.push(key) < BATCH) continue;
    await workspaces.delete(files, keys);
    keys = [];
  }
  if (keys.length > 0) await workspaces.delete(files, keys);
};
