import { join } from 'node:path';
import type { Files } from '../../file-system/files.js';
import type { LostFiles } from '../contract/object-engine.js';
import type { EngineIndex } from '../index/engine-index.js';
import { hasMarkOf, markAnew } from './folder-marks.js';

const namesIn = async (files: Files, folder: string): Promise<string[]> =>
  (await files.readFolder(folder)).map(({ name }) => name);

/** Every byte file below a root, in its folders of folders. */
const filesIn = async (files: Files, root: string): Promise<Set<string>> => {
  const found = new Set<string>();
  for (const first of await namesIn(files, root))
    for (const second of await namesIn(files, join(root, first)))
      for (const name of await namesIn(files, join(root, first, second))) found.add(`${first}/${second}/${name}`);
  return found;
};

/** Those of some byte files that are still there. */
const stillThere = async (files: Files, root: string, names: readonly string[]): Promise<ReadonlySet<string>> => {
  const there = new Set<string>();
  for (const folder of new Set(names.map((name) => name.slice(0, name.lastIndexOf('/')))))
    for (const name of await namesIn(files, join(root, folder))) there.add(`${folder}/${name}`);
  return new Set(names.filter((name) => there.has(name)));
};

/** Compares every byte file with every row, and records what has no counterpart. */
const recordLost = async (files: Files, root: string, index: EngineIndex): Promise<void> => {
  const { objects, uploads, cleanup, commit } = index;
  const found = await filesIn(files, root);
  const hasName = (file: string): boolean =>
    objects.hasFile(file) || uploads.hasFile(file) || cleanup.orphanFiles.has(file);
  await commit.write(() => {
    for (const file of found) if (!hasName(file)) cleanup.namelessFiles.add(file);
    for (const file of objects.files()) if (!found.has(file)) cleanup.lostFiles.add(file);
  });
};

/**
 * What is missing because the index was lost, or is older than the byte files: a mark that both have tells, so that they
 * are compared only then. It is recorded, so that nothing removes it, and forgotten when it is gone or back.
 */
export const findLostFiles = async (files: Files, root: string, index: EngineIndex): Promise<LostFiles> => {
  const { objects, cleanup, commit } = index;
  const { namelessFiles, lostFiles } = cleanup;
  if (!(await hasMarkOf(files, root, index))) await recordLost(files, root, index);
  await markAnew(files, root, index);
  const [nameless, lost] = [namelessFiles.all(), lostFiles.all()];
  const there = await stillThere(files, root, [...nameless, ...lost]);
  const isLost = (file: string): boolean => objects.hasFile(file) && !there.has(file);
  for (const file of nameless) if (!there.has(file)) commit.later(() => namelessFiles.remove(file));
  for (const file of lost) if (!isLost(file)) commit.later(() => lostFiles.remove(file));
  return {
    nameless: nameless.filter((file) => there.has(file)).length,
    withoutBytes: lost.filter(isLost).length,
  };
};
