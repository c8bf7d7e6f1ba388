import { dirname } from 'node:path';
import { ByteStoreFault } from '../../../../../formats/bytes.js';
import { keyRefused } from '../../../../key-fault.js';
import type { EngineIndex } from '../../index/engine-index.js';
import { systemCode, type Files } from '../../../file-system/files.js';
import { keyLocks } from '../key-locks.js';
import { filePathOf } from '../key-rules.js';
import type { Layout } from '../layout.js';
import { judge } from '../../engine/object-record.js';
import type { PlainFolders } from './plain-folders.js';
import { plainKeys } from './plain-keys.js';
import { plainReading } from './plain-reading.js';

const NOT_A_PATH = ['ENOTDIR', 'EISDIR', 'ENOTEMPTY', 'EEXIST', 'ENAMETOOLONG'];

/** How often a folder may be removed under a file that is about to be put there, before that is no accident. */
const MOST_TRIES = 100;

const DELETES_AT_ONCE = 16;

/**
 * Keys are paths of plain files below `root`, for any program to read. A key's lock is held from the judgement of a
 * condition to the row, and readers share it while they open the file, so that bytes and row always belong together.
 */
export const plainLayout = (
  files: Files,
  bucket: string,
  root: string,
  folders: PlainFolders,
  index: EngineIndex,
): Layout => {
  const { objects, commit } = index;
  const locks = keyLocks();
  const reading = plainReading({ files, bucket, root }, index, locks);

  const pathOf = (key: string): string => {
    const place = filePathOf(root, key);
    if ('fault' in place) throw keyRefused({ bucket, key }, place.fault);
    return place.path;
  };

  const moveInto = async (folder: string, from: string, to: string): Promise<void> => {
    for (let tries = 1; ; tries++) {
      try {
        await folders.make(folder);
        await files.rename(from, to);
        return;
      } catch (error) {
        if (systemCode(error) !== 'ENOENT' || tries === MOST_TRIES) throw error;
      }
    }
  };

  /** Gives the file its path, durably, and its folder when it has none yet. */
  const publish = async (from: string, to: string): Promise<void> => {
    const folder = dirname(to);
    try {
      await files.rename(from, to);
      await folders.sync(folder);
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw error;
      await folders.mayEmpty([folder], async () => {
        await moveInto(folder, from, to);
        await folders.sync(folder);
      });
    }
  };

  /** Takes back a file whose row could not be written. What it replaced cannot be brought back. */
  const withdraw = async (path: string, wasThere: boolean, cause: unknown): Promise<never> => {
    if (wasThere)
      throw new ByteStoreFault('outcome-unknown', `${path} was replaced, but not its row in the index`, { cause });
    await folders.mayEmpty([dirname(path)], async () => {
      await files.unlink(path);
      await folders.sync(dirname(path));
    });
    throw cause;
  };

  const deleteOne = async (key: string, path: string): Promise<void> => {
    if (await files.unlink(path)) await folders.sync(dirname(path));
    if (objects.find(bucket, key) !== null) await commit.write(() => objects.remove(bucket, key));
  };

  return {
    check: (key) => void pathOf(key),
    async commit(temporary, key, record, { onlyIf, also }) {
      const at = { bucket, key };
      const path = pathOf(key);
      await locks.run(key, async () => {
        if (onlyIf !== undefined) judge(at, await reading.headNow(key), onlyIf);
        const wasThere = objects.find(bucket, key) !== null && (await files.state(path)) !== null;
        try {
          await publish(temporary.path, path);
        } catch (error) {
          if (!NOT_A_PATH.includes(systemCode(error) ?? '')) throw error;
          throw keyRefused(
            at,
            'there keys are file paths, and a file stands where a folder should or the reverse',
            error,
          );
        }
        try {
          await commit.write(() => {
            objects.put(bucket, key, { record, file: null, stamp: temporary.stamp });
            also?.();
          });
        } catch (error) {
          await withdraw(path, wasThere, error);
        }
      });
    },
    head: (key) => reading.head(key),
    open: (key) => reading.open(key),
    async delete(keys) {
      const places = keys.flatMap((key) => {
        const place = filePathOf(root, key);
        return 'fault' in place ? [] : [{ key, path: place.path }];
      });
      const touched = [...new Set(places.map(({ path }) => dirname(path)))];
      const queue = places.values();
      const work = async (): Promise<void> => {
        for (const { key, path } of queue) await locks.run(key, () => deleteOne(key, path));
      };
      await folders.mayEmpty(touched, async () => {
        await Promise.all(Array.from({ length: Math.min(DELETES_AT_ONCE, places.length) }, work));
      });
    },
    keys: (seek) => plainKeys(files, root, seek),
  };
};
