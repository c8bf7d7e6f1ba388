import { filesInDeposit } from '../../clients/command-line/deposit/sync-plan.js';
import { digestFiles } from '../../clients/command-line/folder/digest-files.js';
import type { LocalFolder } from '../../clients/command-line/folder/folder-inspection.js';
import type { Progress } from '../../clients/command-line/output/progress.js';
import type { PreserveRequest } from '../../clients/command-line/preserve-folder.js';

/** The digests of a folder, whose files are read at the first call. */
export const localDigests = (local: LocalFolder, progress: Progress): PreserveRequest['digests'] => {
  let read: ReturnType<PreserveRequest['digests']> | null = null;
  const digests = async (): ReturnType<PreserveRequest['digests']> => {
    const found = await digestFiles(filesInDeposit(local), progress);
    return new Map([...found].map(([path, { sha256 = '' }]) => [path, sha256]));
  };
  return () => (read ??= digests());
};
