import { join } from 'node:path';
import { compareUtf8 } from '../../../../../formats/paths/utf8-order.js';
import type { Files } from '../../../file-system/files.js';
import type { KeySeek } from '../layout.js';
import { filePathOf } from './key-path.js';

const isDirectlyBelow = (folder: string, prefix: string): boolean =>
  folder.startsWith(prefix) &&
  folder.length > prefix.length &&
  folder.indexOf('/', prefix.length) === folder.length - 1;

/** Whether no key that begins with `folder` (which ends in a slash) is wanted. */
const isBehind = (folder: string, { prefix, after, past, isWanted }: KeySeek): boolean => {
  if (!folder.startsWith(prefix) && !prefix.startsWith(folder)) return true;
  if (isWanted !== undefined && isDirectlyBelow(folder, prefix) && !isWanted(folder.slice(prefix.length, -1)))
    return true;
  if (past !== null && folder.startsWith(past)) return true;
  return after !== null && !after.startsWith(folder) && compareUtf8(folder, after) < 0;
};

const isInRange = (key: string, { prefix, after, past }: KeySeek): boolean =>
  key.startsWith(prefix) && (after === null || compareUtf8(key, after) > 0) && (past === null || !key.startsWith(past));

/** A folder is sorted as its name with the slash, because `a.b` comes before `a/b`. */
async function* keysBelow(files: Files, root: string, seek: KeySeek, below: string): AsyncGenerator<string> {
  const entries = await files.readFolder(join(root, below));
  const steps = entries
    .filter(({ kind }) => kind !== 'other')
    .map(({ name, kind }) => (kind === 'folder' ? `${below}${name}/` : below + name))
    .sort(compareUtf8);
  for (const step of steps) {
    if (!step.endsWith('/')) {
      if (isInRange(step, seek)) yield step;
    } else if (!isBehind(step, seek)) {
      yield* keysBelow(files, root, seek, step);
    }
  }
}

/**
 * The keys of a bucket of plain files: a walk over the real folders below `root`, in the order of the whole keys. It begins
 * in the folder of the prefix, so what lies beside that costs nothing; no key has a prefix that cannot be a path.
 */
export async function* plainKeys(files: Files, root: string, seek: KeySeek): AsyncGenerator<string> {
  const folder = seek.prefix.slice(0, seek.prefix.lastIndexOf('/') + 1);
  if (folder === '' || filePathOf(root, folder.slice(0, -1)).ok) yield* keysBelow(files, root, seek, folder);
}
