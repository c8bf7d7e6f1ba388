import type { RepositoryPath } from '../../../../formats/paths/repository-path.js';
import { ancestorsOf } from '../../../../formats/paths/repository-path.js';
import type { Archive } from '../../../archive/archive.js';
import { CommandFault } from '../../command-fault.js';
import { shownName } from '../../output/printable.js';
import type { HeldGroup } from '../../preserve-folder.js';

/** The newest version of a group in an archive that is looked at; null where there is no such group. Throws CommandFault. */
export const readHeldGroup = async (archive: Archive, group: RepositoryPath): Promise<HeldGroup | null> => {
  const place = await archive.place(group);
  if (place.kind === 'none') return null;
  if (place.kind === 'container' || place.below !== '')
    throw new CommandFault(
      place.kind === 'container'
        ? `${shownName(group)} is a container, not a group.`
        : `${shownName(group)} is inside the group ${shownName(place.path)}.`,
      { code: 'path-taken', next: '--as <another path>' },
    );
  const files = new Map<string, string | null>();
  const sizes = new Map<string, number>();
  for await (const { stored, digest, size } of archive.files(group, place.head)) {
    files.set(stored, digest.algorithm === 'sha256' ? digest.value : null);
    sizes.set(stored, size);
  }
  const folders = new Set([...files.keys()].flatMap(ancestorsOf));
  return { tree: { files, folders }, sizes, version: `v${place.head}`, name: place.name };
};
