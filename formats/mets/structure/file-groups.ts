import type { MetsElement } from '../model/section-summary.js';
import { METS } from '../elements/namespaces.js';
import { fileIdsOf } from './pointers.js';

/** The USE of the fileGrp around each file, in capitals, by the ID of the file. */
export type GroupUses = ReadonlyMap<string, string>;

export const groupUsesIn = (mets: MetsElement): GroupUses => {
  const uses = new Map<string, string>();
  const collect = (parent: MetsElement, around: string): void => {
    for (const child of parent.elements(METS)) {
      const id = child.name === 'file' ? child.attribute('ID') : null;
      if (id !== null) uses.set(id, around);
      const use = child.name === 'fileGrp' ? child.attribute('USE') : null;
      collect(child, use?.trim().toUpperCase() ?? around);
    }
  };
  for (const section of mets.elements(METS, 'fileSec')) collect(section, '');
  return uses;
};

/** The IDs that a div points to by itself: those of files, or of groups of them. */
export const idsPointedAt = (div: MetsElement): string[] =>
  div.elements(METS, 'fptr').flatMap((pointer) => fileIdsOf(pointer));
