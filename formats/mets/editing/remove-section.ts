import { attributeOf } from '../../xml/navigate.js';
import type { XmlElement } from '../../xml/tree.js';
import type { IndexedMets } from './indexed-mets.js';

/** Takes out a section that nothing names any more. A techMD stays: its amdSec may speak of other files. */
export const removeSection = (indexed: IndexedMets, section: XmlElement | null): void => {
  if (section === null || section.name === 'techMD' || indexed.references.isUsed(section)) return;
  indexed.changes.remove(indexed.mets, section);
  indexed.references.remove(section);
  indexed.descriptive.delete(attributeOf(section, 'ID') ?? '');
};
