import type { ExifTag } from '../../metadata/entries.js';
import type { XmlElement } from '../../xml/tree.js';
import type { MakeElement } from '../elements/element-maker.js';
import type { WrittenExtents, WrittenFormat } from '../model/entry-values.js';
import { updateExif } from './exif-extension.js';
import { checkExtents, updateExtents } from './extents.js';
import { PREMIS, XSI } from '../elements/namespaces.js';
import { insertInOrder } from '../elements/ordered-insert.js';
import { premisChild, premisLeaf } from './premis-child.js';

/** The values of a PREMIS object for a file or folder. An absent or null value is not known. */
export interface PremisValues {
  /** The path relative to the METS root. */
  readonly originalName: string;
  readonly digest?: string | null;
  /** The agent that computed the digest, where it did not come with the file. */
  readonly digestOriginator?: string | null;
  readonly size?: number | null;
  /** When the file was last changed at its source. */
  readonly fileModified?: Date | null;
  readonly format?: WrittenFormat | null;
  readonly exif?: readonly ExifTag[] | null;
  readonly extents?: WrittenExtents | null;
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
const CONTENT = ['compositionLevel', 'fixity', 'size', 'format', 'creatingApplication', 'inhibitors'];
const CHARACTERISTICS_SEQUENCE = [...CONTENT, 'objectCharacteristicsExtension'];
const FORMAT_SEQUENCE = ['formatDesignation', 'formatRegistry', 'formatNote'];

/** A new object with the parts that PREMIS 3 requires: an identifier, and a format even where none is known. */
export const makePremisObject = (make: MakeElement, values: PremisValues): XmlElement => {
  const leaf = (name: string, text: string): XmlElement => premisLeaf(make, name, text);
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

/** Throws MetsFault `mets-extents-differ` where the given extents contradict those on record for the same content. */
export const checkPremisUpdate = (object: XmlElement, { digest, extents }: PremisValues): void => {
  if (isGiven(extents) && !isOtherContent(object, digest)) checkExtents(object, extents);
};

/** Writes the given values and changes nothing else. */
export const updatePremisObject = (make: MakeElement, object: XmlElement, values: PremisValues): void => {
  const replaced = isOtherContent(object, values.digest);
  const characteristics = premisChild(make, object, 'objectCharacteristics', OBJECT_SEQUENCE);
  if (isGiven(values.digest)) updateFixity(make, characteristics, values.digest, values.digestOriginator ?? null);
  if (isGiven(values.size))
    premisChild(make, characteristics, 'size', CHARACTERISTICS_SEQUENCE).setText(String(values.size));
  if (isGiven(values.format)) updateFormat(make, characteristics, values.format);
  updateCreation(make, characteristics, { fileModified: values.fileModified ?? null, replaced });
  if (isGiven(values.exif)) updateExif(make, characteristics, values.exif, CHARACTERISTICS_SEQUENCE);
  if (isGiven(values.extents)) updateExtents(make, object, values.extents, { sequence: OBJECT_SEQUENCE, replaced });
  premisChild(make, object, 'originalName', OBJECT_SEQUENCE).setText(values.originalName);
  if (isGiven(values.storageLocation)) updateStorage(make, object, values.storageLocation, values.storageMedium);
};

const isGiven = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;

/** Whether another digest is on record. */
const isOtherContent = (object: XmlElement, digest: string | null | undefined): boolean => {
  const characteristics = object.element(PREMIS, 'objectCharacteristics');
  const fixity = characteristics?.elements(PREMIS, 'fixity').find(isSha256);
  const recorded = fixity?.element(PREMIS, 'messageDigest');
  return isGiven(digest) && recorded !== undefined && recorded.text.trim().toLowerCase() !== digest.toLowerCase();
};

const ORIGINATOR = 'messageDigestOriginator';
const FIXITY_SEQUENCE = ['messageDigestAlgorithm', 'messageDigest', ORIGINATOR];

const updateFixity = (
  make: MakeElement,
  characteristics: XmlElement,
  digest: string,
  originator: string | null,
): void => {
  let fixity = characteristics.elements(PREMIS, 'fixity').find(isSha256);
  if (fixity === undefined) {
    fixity = make(PREMIS, 'fixity', [], [make(PREMIS, 'messageDigestAlgorithm', [], ['SHA256'])]);
    insertInOrder(characteristics, fixity, CHARACTERISTICS_SEQUENCE);
  }
  premisChild(make, fixity, 'messageDigest', FIXITY_SEQUENCE).setText(digest);
  if (originator !== null) premisChild(make, fixity, ORIGINATOR, FIXITY_SEQUENCE).setText(originator);
  else removeNamed(fixity, ORIGINATOR);
};

const isSha256 = (fixity: XmlElement): boolean => {
  const algorithm = fixity.element(PREMIS, 'messageDigestAlgorithm');
  return algorithm?.text.trim().toLowerCase().replaceAll('-', '') === 'sha256';
};

const DATE = 'dateCreatedByApplication';
const CREATION_SEQUENCE = [
  'creatingApplicationName',
  'creatingApplicationVersion',
  DATE,
  'creatingApplicationExtension',
];

/** The date on record is removed when the content was replaced, even where the new date is not known. */
const updateCreation = (
  make: MakeElement,
  characteristics: XmlElement,
  { fileModified, replaced }: { readonly fileModified: Date | null; readonly replaced: boolean },
): void => {
  const creation = characteristics.element(PREMIS, 'creatingApplication');
  if (fileModified !== null) {
    const parent = creation ?? premisChild(make, characteristics, 'creatingApplication', CHARACTERISTICS_SEQUENCE);
    premisChild(make, parent, DATE, CREATION_SEQUENCE).setText(fileModified.toISOString());
  } else if (replaced && creation !== undefined) {
    const dates = creation.elements(PREMIS, DATE);
    if (creation.elements().length > dates.length) removeNamed(creation, DATE);
    else creation.remove();
  }
};

const removeNamed = (parent: XmlElement, name: string): void => {
  for (const child of parent.elements(PREMIS, name)) child.remove();
};

/** The key that tools write for an unidentified format. */
const UNIDENTIFIED = 'UNKNOWN';

/** Replaces name and key separately, each where it is known. */
const updateFormat = (make: MakeElement, characteristics: XmlElement, { pronomKey, name }: WrittenFormat): void => {
  const key = pronomKey === UNIDENTIFIED ? null : pronomKey;
  if (!name && !key) return;
  const format = premisChild(make, characteristics, 'format', CHARACTERISTICS_SEQUENCE);
  if (name) {
    const designation = premisChild(make, format, 'formatDesignation', FORMAT_SEQUENCE);
    premisChild(make, designation, 'formatName', ['formatName', 'formatVersion']).setText(name);
  }
  if (!key) return;
  const registry = premisChild(make, format, 'formatRegistry', FORMAT_SEQUENCE);
  premisChild(make, registry, 'formatRegistryName', ['formatRegistryName']).setText('PRONOM');
  premisChild(make, registry, 'formatRegistryKey', ['formatRegistryName', 'formatRegistryKey']).setText(key);
};

const updateStorage = (make: MakeElement, object: XmlElement, location: string, medium: string): void => {
  const storage = premisChild(make, object, 'storage', OBJECT_SEQUENCE);
  const content = premisChild(make, storage, 'contentLocation', ['contentLocation']);
  premisChild(make, content, 'contentLocationType', ['contentLocationType']).setText('uri');
  premisChild(make, content, 'contentLocationValue', ['contentLocationType', 'contentLocationValue']).setText(location);
  premisChild(make, storage, 'storageMedium', ['contentLocation', 'storageMedium']).setText(medium);
};
