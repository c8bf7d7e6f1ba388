import { attributeOf } from '../../xml/navigate.js';
import { MetsFault } from '../fault.js';
import type { MetsFile } from '../mets.js';
import { pointedAt } from '../structure/pointers.js';
import type { MetsSections } from '../structure/sections.js';

/** The files of the physical structure that an ID means, of which nothing else is listed. */
export type MeantFiles = (id: string) => readonly MetsFile[];

/** Files that groups stand for, over all pointers: one group may be pointed to any number of times. */
const MOST = 2_000_000;

/**
 * Finds what pointers of other structures mean: a file, or the files of a group. Throws MetsFault `mets-too-repetitive`
 * where groups are named too often.
 */
export const meantFiles = (sections: MetsSections, filesById: ReadonlyMap<string, MetsFile>): MeantFiles => {
  let left = MOST;
  return (id) => {
    const file = filesById.get(id);
    if (file !== undefined) return [file];
    if (sections.files.has(id) || !sections.fileGroups.has(id)) return [];
    const files = pointedAt(sections, id)?.files ?? [];
    left -= files.length;
    if (left < 0) throw new MetsFault('mets-too-repetitive', 'The METS points to the same files too often.');
    return files.flatMap((each) => filesById.get(attributeOf(each, 'ID') ?? '') ?? []);
  };
};
