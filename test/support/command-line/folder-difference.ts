import { compareWithGroup } from '../../../clients/command-line/preserve-folder.js';
import type { Difference } from '../../../clients/command-line/group/folder-change.js';
import { sha256Of } from '../sha256.js';

/** Contents by paths below a folder. */
export type Contents = Readonly<Record<string, string>>;

/** The difference between a group with files, or none, and a folder. */
export const folderDifference = (before: Contents | null, now: Contents): Difference => {
  const files = Object.entries(now).map(([path, text]) => ({ path, location: path, size: text.length, modifiedMs: 0 }));
  const digests = new Map(Object.entries(now).map(([path, text]) => [`objects/${path}`, sha256Of(text)]));
  const held = Object.entries(before ?? {}).map(([path, text]) => [`objects/${path}`, text] as const);
  const group = {
    tree: { files: new Map(held.map(([path, text]) => [path, sha256Of(text)])), folders: new Set<string>() },
    sizes: new Map(held.map(([path, text]) => [path, text.length])),
    ...{ version: 'v1', name: 'box' },
  };
  const local = { files, folders: [] };
  return compareWithGroup({ local, name: null }, digests, before === null ? null : group);
};

/** So many files with contents of their own. */
export const pages = (count: number, folder = ''): Contents =>
  Object.fromEntries(Array.from({ length: count }, (_, each) => [`${folder}p${each}`, `${folder}${each}`]));
