import { MetsFault } from '../model/fault.js';
import type { MetsFile } from '../model/mets.js';
import { pointedAt } from '../structure/pointers.js';
import type { MetsToRead } from '../structure/read-sections.js';

type LocatedFile = Pick<MetsFile, 'localPath'>;

/** Gives the files of the physical structure for the ID of a file or a file group. */
export type FileResolver = (id: string) => readonly LocatedFile[];

/** Most files of groups over all pointers: a group may be pointed to any number of times. */
const MOST = 2_000_000;

/**
 * Resolves the pointers of logical structures to files. Throws MetsFault `mets-too-repetitive` where they name too many
 * files of groups.
 */
export const fileResolver = (
  sections: MetsToRead,
  filesById: Pick<ReadonlyMap<string, LocatedFile>, 'get'>,
): FileResolver => {
  let left = MOST;
  const groupAt = (id: string): { readonly size: number; readonly files: readonly LocatedFile[] } => {
    const elements = pointedAt(sections, id)?.files ?? [];
    const files = elements.flatMap((each) => filesById.get(each.attribute('ID') ?? '') ?? []);
    return { size: elements.length, files };
  };
  const groups = new Map<string, ReturnType<typeof groupAt>>();
  return (id) => {
    const file = filesById.get(id);
    if (file !== undefined) return [file];
    if (sections.ids.get(id, 'file') !== undefined) return [];
    const group = groups.get(id) ?? groupAt(id);
    groups.set(id, group);
    left -= group.size;
    if (left < 0) throw new MetsFault('mets-too-repetitive', 'The METS points to the same files too often.');
    return group.files;
  };
};
