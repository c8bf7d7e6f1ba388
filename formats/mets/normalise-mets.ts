import { isNamed } from '../xml/navigate.js';
import { readXml } from '../xml/parse.js';
import { serialiseXml } from '../xml/serialise.js';
import type { XmlAttribute } from '../xml/attributes.js';
import type { XmlElement } from '../xml/tree.js';
import type { MetsAgents } from './model/agents.js';
import { elementMaker } from './elements/element-maker.js';
import { touch } from './editing/header.js';
import { isId, referenceOf } from './ids/id-attributes.js';
import { orFailure } from './mets-failure.js';
import { METS } from './elements/namespaces.js';
import { duplicateIds } from './structure/elements-by-id.js';
import { encodeNcName, isNcName } from './ids/nc-name.js';
import { metsElement } from './structure/mets-element.js';
import { requireEditable } from './editing/require-editable.js';
import { rewriteReference } from './ids/rewrite-reference.js';

/** The result of normalising a METS (preservation 2.14). */
export interface NormalisedMets {
  /** The document to store; null when no ID was rewritten. */
  readonly bytes: Uint8Array | null;
  /** One for each rewritten ID, in document order. */
  readonly rewrites: readonly { readonly from: string; readonly to: string }[];
  /** How many attribute values were rewritten. */
  readonly referencesRewritten: number;
  /** References to unknown IDs, which were not changed. */
  readonly warnings: readonly string[];
}

/**
 * Rewrites every xs:ID that is not an NCName, and every reference to it, to the form that the platform mints
 * (preservation 4.3). Otherwise only LASTMODDATE changes. Answers a failure for an invalid document, such as one that
 * uses an ID twice.
 */
export const normaliseMets = orFailure(
  (bytes, { agents, now }: { readonly agents: MetsAgents; readonly now: Date }): NormalisedMets =>
    readXml(bytes, (document) => {
      const mets = metsElement(document.root);
      requireEditable(mets, agents);
      const ids = uniqueIds(mets);
      const rewrites = rewritesOf(ids);
      const references = rewriteAll(mets, ids, rewrites);
      const changed = rewrites.size > 0;
      if (changed) touch(elementMaker(mets), mets, now);
      return {
        bytes: changed ? serialiseXml(document, { isDeclared: false }) : null,
        rewrites: [...rewrites].map(([from, to]) => ({ from, to })),
        ...references,
      };
    }),
);

/** Calls for an element and its descendants, except a METS inside an mdWrap, which has its own IDs. */
const forEachOwn = (element: XmlElement, visit: (element: XmlElement) => void): void => {
  visit(element);
  for (const child of element.elements()) if (!isNamed(child, METS, 'mets')) forEachOwn(child, visit);
};

/** Every ID, in document order. Throws MetsFault `mets-duplicate-id`, naming those that more than one element has. */
const uniqueIds = (mets: XmlElement): ReadonlySet<string> => {
  const ids = new Set<string>();
  const twice = new Set<string>();
  forEachOwn(mets, (element) => {
    for (const attribute of element.attributes) {
      if (!isId(element, attribute)) continue;
      if (ids.has(attribute.value)) twice.add(attribute.value);
      ids.add(attribute.value);
    }
  });
  if (twice.size === 0) return ids;
  throw duplicateIds(twice);
};

/** The prefixes that the platform writes before the encoded path (companion 5.9). */
const PREFIX = /^(?:digiprovMD_[A-Za-z]+_)?(?:FILE|PHYS|ADM|TECH|DMD)_/;

const mintedForm = (id: string): string => {
  const prefix = PREFIX.exec(id)?.[0] ?? '';
  return prefix + encodeNcName(id.slice(prefix.length));
};

const rewritesOf = (ids: ReadonlySet<string>): Map<string, string> => {
  const rewrites = new Map<string, string>();
  const taken = new Set(ids);
  for (const id of ids) {
    if (isNcName(id)) continue;
    const minted = mintedForm(id);
    let free = minted;
    for (let count = 2; free === '' || taken.has(free); count++) free = `${minted}_${count}`;
    taken.add(free);
    rewrites.set(id, free);
  }
  return rewrites;
};

const rewriteAll = (
  mets: XmlElement,
  ids: ReadonlySet<string>,
  rewrites: ReadonlyMap<string, string>,
): Pick<NormalisedMets, 'referencesRewritten' | 'warnings'> => {
  const warnings: string[] = [];
  let referencesRewritten = 0;
  const rewritten = (element: XmlElement, attribute: XmlAttribute): string => {
    if (isId(element, attribute)) return rewrites.get(attribute.value) ?? attribute.value;
    const reference = referenceOf(element, attribute);
    if (reference === null) return attribute.value;
    const { value, unresolved } = rewriteReference(reference, attribute.value, { ids, rewrites });
    for (const each of unresolved)
      warnings.push(`${attribute.name} of a ${element.name} names '${each}', which no element has as its ID.`);
    if (value !== attribute.value) referencesRewritten += 1;
    return value;
  };
  forEachOwn(mets, (element) => {
    const values = element.attributes.map((attribute) => ({ ...attribute, value: rewritten(element, attribute) }));
    for (const { name, namespace, value } of values)
      if (value !== element.attribute(name, namespace)) element.setAttribute(name, value, namespace);
  });
  return { referencesRewritten, warnings };
};
