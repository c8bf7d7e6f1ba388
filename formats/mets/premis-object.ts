import { childNamed, childrenNamed, setText, textOf } from '../xml/navigate.js';
import type { XmlElement } from '../xml/tree.js';
import type { MakeElement } from './element-maker.js';
import type { WrittenFormat } from './entry-values.js';
import { PREMIS, XSI } from './namespaces.js';
import { insertInOrder } from './ordered-insert.js';

/** What a PREMIS object records of a file or folder. What is absent or null is not known. */
export interface PremisValues {
  /** The path relative to the METS root. */
  readonly originalName: string;
  readonly digest?: string | null;
  readonly size?: number | null;
  readonly format?: WrittenFormat | null;
  readonly storageLocation?: string | null;
  /** The agent in whose storage the location is. */
  readonly storageMedium: string;
}

const OBJECT = [
  'objectIdentifier',
  'preservationLevel',
  'significantProperties',
  'objectCharacteristics',
  'originalName',
];
const OBJECT_SEQUENCE = [...OBJECT, 'storage', 'signatureInformation', 'relationship', 'linkingEventIdentifier'];
const CHARACTERISTICS_SEQUENCE = ['compositionLevel', 'fixity', 'size', 'format', 'creatingApplication', 'inhibitors'];
const FORMAT_SEQUENCE = ['formatDesignation', 'formatRegistry', 'formatNote'];

/** The whole object, with what PREMIS 3 demands: an identifier, and a format even where none is known. */
export const makePremisObject = (make: MakeElement, values: PremisValues): XmlElement => {
  const leaf = (name: string, text: string): XmlElement => make(PREMIS, name, [], text === '' ? [] : [text]);
  const identifier = make(
    PREMIS,
    'objectIdentifier',
    [],
    [leaf('objectIdentifierType', 'local'), leaf('objectIdentifierValue', values.originalName)],
  );
  const format = make(PREMIS, 'format', [], [make(PREMIS, 'formatDesignation', [], [leaf('formatName', 'unknown')])]);
  const characteristics = make(PREMIS, 'objectCharacteristics', [], [format]);
  const object = make(PREMIS, 'object', [['type', `${identifier.prefix}:file`, XSI]], [identifier, characteristics]);
  updatePremisObject(make, object, values);
  return object;
};

/** Puts in the values that are given and leaves everything else as it stands. */
export const updatePremisObject = (make: MakeElement, object: XmlElement, values: PremisValues): void => {
  const characteristics = childIn(make, object, 'objectCharacteristics', OBJECT_SEQUENCE);
  if (isGiven(values.digest)) updateFixity(make, characteristics, values.digest);
  if (isGiven(values.size)) updateSize(make, characteristics, values.size);
  if (isGiven(values.format)) updateFormat(make, characteristics, values.format);
  setText(childIn(make, object, 'originalName', OBJECT_SEQUENCE), values.originalName);
  if (isGiven(values.storageLocation)) updateStorage(make, object, values.storageLocation, values.storageMedium);
};

const isGiven = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;

/** The first child of that name, made where the sequence has it when there is none. */
const childIn = (make: MakeElement, parent: XmlElement, name: string, sequence: readonly string[]): XmlElement => {
  const found = childNamed(parent, PREMIS, name);
  if (found !== undefined) return found;
  const child = make(PREMIS, name);
  insertInOrder(parent, child, sequence);
  return child;
};

const FIXITY_SEQUENCE = ['messageDigestAlgorithm', 'messageDigest', 'messageDigestOriginator'];

const updateFixity = (make: MakeElement, characteristics: XmlElement, digest: string): void => {
  let fixity = childrenNamed(characteristics, PREMIS, 'fixity').find(isSha256);
  if (fixity === undefined) {
    fixity = make(PREMIS, 'fixity', [], [make(PREMIS, 'messageDigestAlgorithm', [], ['SHA256'])]);
    insertInOrder(characteristics, fixity, CHARACTERISTICS_SEQUENCE);
  }
  setText(childIn(make, fixity, 'messageDigest', FIXITY_SEQUENCE), digest);
};

const isSha256 = (fixity: XmlElement): boolean => {
  const algorithm = childNamed(fixity, PREMIS, 'messageDigestAlgorithm');
  return algorithm !== undefined && textOf(algorithm).trim().toLowerCase().replaceAll('-', '') === 'sha256';
};

/** Zero is not written (companion 5.3), but what a file measured before it was emptied must not stay. */
const updateSize = (make: MakeElement, characteristics: XmlElement, size: number): void => {
  if (size > 0) setText(childIn(make, characteristics, 'size', CHARACTERISTICS_SEQUENCE), String(size));
  else characteristics.children = characteristics.children.filter((child) => !isSize(child));
};

const isSize = (node: XmlElement['children'][number]): boolean =>
  node.kind === 'element' && node.namespace === PREMIS && node.name === 'size';

/** What tools give for the key of a format that they could not name. */
const UNIDENTIFIED = 'UNKNOWN';

/** Replaces each half where it is known. */
const updateFormat = (make: MakeElement, characteristics: XmlElement, { pronomKey, name }: WrittenFormat): void => {
  const format = childIn(make, characteristics, 'format', CHARACTERISTICS_SEQUENCE);
  if (name) {
    const designation = childIn(make, format, 'formatDesignation', FORMAT_SEQUENCE);
    setText(childIn(make, designation, 'formatName', ['formatName', 'formatVersion']), name);
  }
  if (!pronomKey || pronomKey === UNIDENTIFIED) return;
  const registry = childIn(make, format, 'formatRegistry', FORMAT_SEQUENCE);
  setText(childIn(make, registry, 'formatRegistryName', ['formatRegistryName']), 'PRONOM');
  setText(childIn(make, registry, 'formatRegistryKey', ['formatRegistryName', 'formatRegistryKey']), pronomKey);
};

const updateStorage = (make: MakeElement, object: XmlElement, location: string, medium: string): void => {
  const storage = childIn(make, object, 'storage', OBJECT_SEQUENCE);
  const content = childIn(make, storage, 'contentLocation', ['contentLocation']);
  setText(childIn(make, content, 'contentLocationType', ['contentLocationType']), 'uri');
  setText(childIn(make, content, 'contentLocationValue', ['contentLocationType', 'contentLocationValue']), location);
  setText(childIn(make, storage, 'storageMedium', ['contentLocation', 'storageMedium']), medium);
};
