import { attributeOf } from '../../xml/navigate.js';
import type { XmlElement } from '../../xml/tree.js';
import type { MetsDraft } from './draft.js';

/** Takes out a section that nothing names any more. A techMD stays: its amdSec may speak of other files. */
export const removeSection = (draft: MetsDraft, section: XmlElement | null): void => {
  if (section === null || section.name === 'techMD' || draft.references.isUsed(section)) return;
  draft.changes.remove(draft.mets, section);
  draft.references.remove(section);
  draft.descriptive.delete(attributeOf(section, 'ID') ?? '');
};
