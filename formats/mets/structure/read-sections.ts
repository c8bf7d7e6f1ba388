import { attributeOf, childrenNamed, isNamed } from '../../xml/navigate.js';
import { parseInParts } from '../../xml/parse-in-parts.js';
import { parseXml } from '../../xml/parse.js';
import type { XmlElement, XmlNode } from '../../xml/tree.js';
import { METS, MODS } from './namespaces.js';
import { namesIn } from './names-as-written.js';
import { sectionValues, type SectionValues } from './section-values.js';
import { findSections, type MetsSections } from './sections.js';
import { UniqueIds } from './unique-ids.js';

/** What a reader wants to know of administrative sections. */
export type WantedValues = readonly (keyof SectionValues)[];

/**
 * Reads the sections of a METS for a reader who wants no other values of administrative sections than these: of a large
 * METS they are kept, and the sections emptied, while the rest is still being read. Throws XmlFault and MetsFault.
 */
export const readSections = (bytes: Uint8Array, wanted: WantedValues): MetsSections =>
  readInParts(bytes, wanted) ?? findSections(parseXml(bytes));

/** Null where the METS has to be read whole; also where IDs occur twice, which needs the sections for a comparison. */
const readInParts = (bytes: Uint8Array, wanted: WantedValues): MetsSections | null => {
  const ids = new UniqueIds();
  const values = sectionValues();
  const document = parseInParts(bytes, {
    whole: namesIn(bytes, ['amdSec', 'file', 'div']),
    unread: [],
    take: ({ element }) => {
      if (isNamed(element, METS, 'amdSec')) {
        ids.add(element);
        keepValues(element, values, wanted);
      }
      return element;
    },
  });
  return document !== null && ids.areUnique ? findSections(document, values) : null;
};

const keepValues = (section: XmlElement, values: SectionValues, wanted: WantedValues): void => {
  const technical = childrenNamed(section, METS, 'techMD');
  const provenance = childrenNamed(section, METS, 'digiprovMD');
  for (const kind of wanted)
    for (const each of kind === 'virusChecks' ? provenance : [section, ...technical]) values[kind](each);
  for (const each of [...technical, ...provenance]) empty(each);
};

/** Empties a techMD or digiprovMD, but for wrappers with an ID or with what is looked for in the whole document. */
const empty = (section: XmlElement): void => {
  section.children = section.children.filter((wrap) => !isNamed(wrap, METS, 'mdWrap') || isLeft(wrap));
};

const isLeft = (wrap: XmlElement): boolean =>
  attributeOf(wrap, 'ID') !== null ||
  wrap.children.some(
    (child) => child.kind === 'element' && (attributeOf(child, 'ID') !== null || child.children.some(isSearched)),
  );

const isSearched = (node: XmlNode): boolean =>
  node.kind === 'element' && (node.namespace === METS || node.namespace === MODS || node.children.some(isSearched));
