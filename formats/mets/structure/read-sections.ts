import { readXml } from '../../xml/parse.js';
import { findSections, type MetsSections } from './sections.js';

/** Reads a METS by its sections; what is read may hold no elements. Throws XmlFault and MetsFault. */
export const readSections = <T>(bytes: Uint8Array, read: (sections: MetsSections) => T): T =>
  readXml(bytes, (document) => read(findSections(document)));
