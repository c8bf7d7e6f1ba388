import type { ListedObject } from '../../formats/bytes.js';
import type { Dependencies } from '../core/dependencies.js';
import type { Deposit } from '../deposit/state.js';
import { failureList } from './failure-list.js';
import { removableFolders } from './removable-folders.js';
import type { ArchiveSurvey, ListedState } from './survey-deposit.js';
import type { ArchiveFailure } from '../../events/deposit.js';

/** The number of keys that a store deletes with one request. */
const BATCH = 1000;

/**
 * Removes what a survey without failures found, and nothing that was added or changed since: that is left and answered.
 * `requireLive` is called before each request and rejects where the archive job has ended. Rejects with ByteStoreFault.
 */
export const removeVerified = async (
  { bytes, removal: { workspaces } }: Pick<Dependencies, 'bytes' | 'removal'>,
  { files }: Pick<Deposit, 'files'>,
  { removable, filesRoot }: ArchiveSurvey,
  requireLive: () => Promise<void>,
): Promise<readonly ArchiveFailure[]> => {
  const left = failureList();
  const remove = async (keys: readonly string[]): Promise<void> => {
    if (keys.length === 0) return;
    await requireLive();
    await workspaces.delete(files, keys);
  };
  for (const folder of removableFolders(filesRoot)) {
    let keys: string[] = [];
    for await (const object of bytes.list(files.bucket, files.prefix + folder)) {
      if (!isSame(object, removable.get(object.key)))
        left.add(
          object.key.slice(files.prefix.length),
          'The file was added or changed while the deposit was archived.',
        );
      else if (keys.push(object.key) === BATCH) {
        await remove(keys);
        keys = [];
      }
    }
    await remove(keys);
  }
  return left.listed();
};

const isSame = ({ etag, lastModified }: ListedObject, verified: ListedState | undefined): boolean =>
  verified?.etag === etag && verified.modified.getTime() === lastModified.getTime();
