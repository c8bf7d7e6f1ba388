import type { XmlElement } from '../../xml/tree.js';
import { insertSection, type IndexedMets } from '../indexed/indexed-mets.js';
import type { FileValues } from '../model/entry-values.js';
import { newId } from '../indexed/free-id.js';
import { METS } from '../elements/namespaces.js';
import { makePremisObject, type PremisValues } from '../premis/premis-object.js';
import { recordScans } from './virus-events.js';

/** Adds the amdSec that describes a file or folder in PREMIS. Throws XmlFault `xml-unwritable`. */
export const addSection = (indexed: IndexedMets, values: FileValues): XmlElement => {
  const { make } = indexed;
  const object = makePremisObject(make, premisValues(indexed, values));
  const wrapped = make(METS, 'mdWrap', [['MDTYPE', 'PREMIS:OBJECT']], [make(METS, 'xmlData', [], [object])]);
  const technical = make(METS, 'techMD', [['ID', newId(indexed.references, 'TECH', values.path)]], [wrapped]);
  const section = make(METS, 'amdSec', [['ID', newId(indexed.references, 'ADM', values.path)]], [technical]);
  indexed.references.add(section);
  recordScans(indexed, section, values.path, values.virusScans ?? []);
  insertSection(indexed.mets, section);
  return section;
};

/** The values as PREMIS properties. */
export const premisValues = (indexed: IndexedMets, values: FileValues): PremisValues => ({
  originalName: values.path,
  digest: values.digest ?? null,
  digestOriginator: values.digestComputed === true ? indexed.agent : null,
  size: values.size ?? null,
  fileModified: values.fileModified ?? null,
  format: values.format ?? null,
  exif: values.exif ?? null,
  extents: values.extents ?? null,
  storageLocation: values.storageLocation ?? null,
  storageMedium: indexed.agent,
});

export const idOf = (element: XmlElement): string => element.attribute('ID') ?? '';
