import type { FileLink } from '../model/described-mets.js';
import { idsPointedAt, type GroupUses } from '../structure/file-groups.js';
import type { MetsFile } from '../model/mets.js';
import { divsWithin } from '../structure/sections.js';
import type { MetsToRead } from '../structure/read-sections.js';
import type { StructuralLink } from '../structure/structural-links.js';

const TRANSCRIPT = 'http://iiif.io/api/presentation/3#transcript';

/**
 * The relations of files by the path of the source file: those that the METS states, then the transcripts that share a
 * div with their images (companion 6.4).
 */
export const fileLinksOf = (
  { physical }: MetsToRead,
  filesById: ReadonlyMap<string, MetsFile>,
  stated: readonly StructuralLink[],
  uses: GroupUses,
): ReadonlyMap<string, readonly FileLink[]> => {
  const links = new Map<string, FileLink[]>();
  const seen = new Set<string>();
  const add = (from: MetsFile | undefined, to: MetsFile | undefined, role: string | null): void => {
    if (from === undefined || to === undefined) return;
    if (seen.size === seen.add(JSON.stringify([from.fileId, to.fileId, role])).size) return;
    const known = links.get(from.localPath);
    if (known === undefined) links.set(from.localPath, [{ to: to.localPath, role }]);
    else known.push({ to: to.localPath, role });
  };
  for (const { from, to, role } of stated) add(filesById.get(from), filesById.get(to), role);
  for (const div of divsWithin(physical)) {
    const ids = idsPointedAt(div);
    const firstOf = (use: string): MetsFile | undefined => filesById.get(ids.find((id) => uses.get(id) === use) ?? '');
    add(firstOf('OBJECTS'), firstOf('ALTO'), TRANSCRIPT);
  }
  return links;
};
