import { join } from 'node:path';
import type { Files } from '../../file-system/files.js';
import type { EngineIndex } from '../index/engine-index.js';

const namesIn = async (files: Files, folder: string): Promise<string[]> =>
  (await files.readFolder(folder)).map(({ name }) => name);

/** Every byte file below a root, in its folders of folders. */
const filesIn = async (files: Files, root: string): Promise<string[]> => {
  const found: string[] = [];
  for (const first of await namesIn(files, root))
    for (const second of await namesIn(files, join(root, first)))
      for (const name of await namesIn(files, join(root, first, second))) found.push(`${first}/${second}/${name}`);
  return found;
};

/** Those of some byte files that are still there. */
const stillThere = async (files: Files, root: string, names: readonly string[]): Promise<ReadonlySet<string>> => {
  const there = new Set<string>();
  for (const folder of new Set(names.map((name) => name.slice(0, name.lastIndexOf('/')))))
    for (const name of await namesIn(files, join(root, folder))) there.add(`${folder}/${name}`);
  return new Set(names.filter((name) => there.has(name)));
};

/**
 * How many byte files have no name, because the index that had it was lost. They are recorded when an index is made
 * beside them, so that nothing removes them, and forgotten when they are gone.
 */
export const countNamelessFiles = async (
  files: Files,
  root: string,
  { cleanup, commit, isYoung, compared }: EngineIndex,
): Promise<number> => {
  const { namelessFiles } = cleanup;
  if (isYoung()) {
    const found = await filesIn(files, root);
    await commit.write(() => {
      for (const name of found) namelessFiles.add(name);
      compared();
    });
    return found.length;
  }
  const recorded = namelessFiles.all();
  const there = await stillThere(files, root, recorded);
  for (const name of recorded) if (!there.has(name)) commit.later(() => namelessFiles.remove(name));
  return there.size;
};
