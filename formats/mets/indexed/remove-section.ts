import type { XmlElement } from '../../xml/tree.js';
import type { IndexedMets } from './indexed-mets.js';

/** Removes a section that is not referenced any more. A techMD stays: its amdSec may describe other files. */
export const removeSection = (indexed: IndexedMets, section: XmlElement | null): void => {
  if (section === null || section.name === 'techMD' || indexed.references.isUsed(section)) return;
  indexed.references.remove(section);
  section.remove();
};
