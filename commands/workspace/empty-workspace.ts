import type { DepositBeginning } from '../../events/deposit.js';
import type { Services } from '../core/services.js';

/** As many keys as a store deletes at once. */
const BATCH = 1000;

/** Everything of a deposit lies below its own prefix, and nothing else does. */
export const workspacePrefix = (depositId: string): string => `deposits/${depositId}/`;

/**
 * Deletes every object of a deposit's workspace, and what was being uploaded to it in parts. Throws when the deposit
 * claims any place but its own: bytes that are deleted by mistake do not come back.
 */
export const emptyWorkspace = async (
  { bytes, removal: { workspaces } }: Pick<Services, 'bytes' | 'removal'>,
  { depositId, files }: Pick<DepositBeginning, 'depositId' | 'files'>,
): Promise<void> => {
  if (files.prefix !== workspacePrefix(depositId)) {
    throw new Error(`deposit ${depositId} claims ${files.prefix}, which is not its workspace; nothing was deleted`);
  }
  await workspaces.endUploads(files, await bytes.listUploads(files.bucket, files.prefix));
  let keys: string[] = [];
  for await (const { key } of bytes.list(files.bucket, files.prefix)) {
    if (keys.push(key) < BATCH) continue;
    await workspaces.delete(files, keys);
    keys = [];
  }
  if (keys.length > 0) await workspaces.delete(files, keys);
};
