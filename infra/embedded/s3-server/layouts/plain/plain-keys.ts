import { join } from 'node:path';
import { compareUtf8 } from '../../../../../formats/paths/utf8-order.js';
import type { Files } from '../../../file-system/files.js';
import type { KeySeek } from '../layout.js';

/** Whether no key that begins with `folder` (which ends in a slash) is wanted. */
const isBehind = (folder: string, { prefix, after, past }: KeySeek): boolean => {
  if (!folder.startsWith(prefix) && !prefix.startsWith(folder)) return true;
  if (past !== null && folder.startsWith(past)) return true;
  return after !== null && !after.startsWith(folder) && compareUtf8(folder, after) < 0;
};

const isWanted = (key: string, { prefix, after, past }: KeySeek): boolean =>
  key.startsWith(prefix) && (after === null || compareUtf8(key, after) > 0) && (past === null || !key.startsWith(past));

/**
 * The keys of a bucket of plain files: a walk over the real folders below `root`, in the order of the whole keys. A
 * folder is sorted as its name with the slash, because `a.b` comes before `a/b`.
 */
export async function* plainKeys(files: Files, root: string, seek: KeySeek, below = ''): AsyncGenerator<string> {
  const entries = await files.readFolder(join(root, below));
  const steps = entries
    .filter(({ kind }) => kind !== 'other')
    .map(({ name, kind }) => (kind === 'folder' ? `${below}${name}/` : below + name))
    .sort(compareUtf8);
  for (const step of steps) {
    if (!step.endsWith('/')) {
      if (isWanted(step, seek)) yield step;
    } else if (!isBehind(step, seek)) {
      yield* plainKeys(files, root, seek, step);
    }
  }
}
