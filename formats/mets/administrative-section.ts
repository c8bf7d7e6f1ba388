import { attributeOf } from '../xml/navigate.js';
import type { XmlElement } from '../xml/tree.js';
import { insertSection, type MetsDraft } from './draft.js';
import type { FileValues } from './entry-values.js';
import { METS } from './namespaces.js';
import { encodeNcName } from './nc-name.js';
import { makePremisObject, type PremisValues } from './premis-object.js';

/** Adds the amdSec that describes a file or folder in PREMIS. */
export const addSection = (draft: MetsDraft, values: FileValues): XmlElement => {
  const { make } = draft;
  const object = makePremisObject(make, premisValues(draft, values));
  const wrapped = make(METS, 'mdWrap', [['MDTYPE', 'PREMIS:OBJECT']], [make(METS, 'xmlData', [], [object])]);
  const technical = make(METS, 'techMD', [['ID', newId(draft, 'TECH', values.path)]], [wrapped]);
  const section = make(METS, 'amdSec', [['ID', newId(draft, 'ADM', values.path)]], [technical]);
  insertSection(draft.mets, section);
  draft.references.add(section);
  return section;
};

/** The values in the words of PREMIS. */
export const premisValues = (draft: MetsDraft, values: FileValues): PremisValues => ({
  originalName: values.path,
  digest: values.digest ?? null,
  size: values.size ?? null,
  format: values.format ?? null,
  storageLocation: values.storageLocation ?? null,
  storageMedium: draft.agent,
});

/** An id made from the path; numbered in the odd document that uses it already for something else. */
export const newId = (draft: MetsDraft, prefix: string, path: string): string => {
  const id = `${prefix}_${encodeNcName(path)}`;
  let free = id;
  for (let count = 2; draft.references.has(free); count++) free = `${id}_${count}`;
  return free;
};

export const idOf = (element: XmlElement): string => attributeOf(element, 'ID') ?? '';
