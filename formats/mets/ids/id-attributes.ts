import type { XmlAttribute } from '../../xml/attributes.js';
import type { XmlElement } from '../../xml/tree.js';
import { METS, MODS, PREMIS, XLINK } from '../elements/namespaces.js';

const XML = 'http://www.w3.org/XML/1998/namespace';

/** The names of the ID attributes of each namespace; the attributes themselves are in no namespace. */
const IDS = new Map([
  [METS, 'ID'],
  [MODS, 'ID'],
  [PREMIS, 'xmlID'],
]);

const PREMIS_REFERENCES = new Set([
  'RelObjectXmlID',
  'RelEventXmlID',
  'LinkObjectXmlID',
  'LinkEventXmlID',
  'LinkAgentXmlID',
  'LinkPermissionStatementXmlID',
]);

/** Whether an attribute is of type xs:ID. */
export const isId = (element: XmlElement, { name, namespace }: XmlAttribute): boolean =>
  (namespace === '' && IDS.get(element.namespace) === name) || (namespace === XML && name === 'id');

/** How an attribute refers to IDs: to several, to one, or to one of the same document with `#` before it. */
export type Reference = 'several' | 'one' | 'fragment';

/** How an attribute refers to ids; null when it does not (companion 7.4). GROUPID is not a reference. */
export const referenceOf = (element: XmlElement, { name, namespace, value }: XmlAttribute): Reference | null => {
  if (element.namespace === PREMIS) return namespace === '' && PREMIS_REFERENCES.has(name) ? 'one' : null;
  if (element.namespace !== METS) return null;
  if (namespace === XLINK) return linkReference(element, name, value);
  return namespace === '' ? plainReference(element, name) : null;
};

const plainReference = (element: XmlElement, name: string): Reference | null => {
  if (name === 'ADMID' || name === 'DMDID') return 'several';
  if (name === 'STRUCTID') return element.name === 'behavior' ? 'several' : 'one';
  if (name === 'FILEID') return 'one';
  const isPlace = element.name === 'area' && (name === 'BEGIN' || name === 'END');
  return isPlace && hasIdType(element) ? 'one' : null;
};

/** smArcLinks join labels, not ids. */
const linkReference = ({ name: element }: XmlElement, name: string, value: string): Reference | null => {
  if (element === 'smLink') return name === 'from' || name === 'to' ? 'one' : null;
  const points = element === 'mptr' || element === 'smLocatorLink';
  return points && name === 'href' && value.startsWith('#') ? 'fragment' : null;
};

const hasIdType = (area: XmlElement): boolean =>
  area.attributes.some(({ name, value, namespace }) => namespace === '' && name === 'BETYPE' && value === 'IDREF');
