import { firstWithin } from '../../xml/navigate.js';
import type { MetsElement, TechnicalMetadata } from '../model/section-summary.js';
import type { MetsExtents, MetsFormat } from '../model/mets.js';
import { EXIF_BLOB } from './exif-tags.js';
import { isPremis } from '../elements/namespaces.js';

const NO_EXTENTS: MetsExtents = Object.freeze({ width: null, height: null, duration: null });

/** The values of a file or folder without a section. */
export const NO_VALUES: Readonly<TechnicalMetadata> = Object.freeze({
  digest: null,
  size: null,
  format: null,
  originalName: null,
  storageLocation: null,
  extents: NO_EXTENTS,
  orientation: null,
  rotation: null,
});

/**
 * Reads a techMD or a whole amdSec, of whose parts summaries are enough; the first value of each kind counts, but of
 * rotations the last.
 */
export const readTechnicalMetadata = (section: MetsElement): Readonly<TechnicalMetadata> => {
  const metadata: TechnicalMetadata = { ...NO_VALUES };
  collect(section, metadata);
  return metadata;
};

const collect = (element: MetsElement, into: TechnicalMetadata): void => {
  for (const child of element.elements()) {
    if (isPremis(child.namespace)) collectPremis(child, into);
    else if (child.summary !== null) merge(child.summary.technical, into);
    else collect(child, into);
  }
};

const merge = (part: Readonly<TechnicalMetadata>, into: TechnicalMetadata): void => {
  into.digest ??= part.digest;
  into.size ??= part.size;
  into.format ??= part.format;
  into.originalName ??= part.originalName;
  into.storageLocation ??= part.storageLocation;
  const { width, height, duration } = into.extents;
  into.extents = {
    width: width ?? part.extents.width,
    height: height ?? part.extents.height,
    duration: duration ?? part.extents.duration,
  };
  into.orientation ??= part.orientation;
  into.rotation = part.rotation ?? into.rotation;
};

const collectPremis = (element: MetsElement, into: TechnicalMetadata): void => {
  switch (element.name) {
    case 'fixity':
      into.digest ??= sha256Of(element);
      return;
    case 'size':
      into.size ??= wholeNumber(element.text);
      return;
    case 'format':
      into.format ??= formatOf(element);
      return;
    case 'originalName':
      into.originalName ??= exactText(element);
      return;
    case 'contentLocationValue':
      into.storageLocation ??= exactText(element);
      return;
    case 'significantProperties':
      into.extents = withExtent(into.extents, element);
      return;
    case 'objectCharacteristicsExtension': // whole tool reports, which are not PREMIS
      collectTurns(element, into);
      return;
    default:
      collect(element, into);
  }
};

const collectTurns = (extension: MetsElement, into: TechnicalMetadata): void => {
  for (const blob of extension.elements('', EXIF_BLOB)) {
    into.orientation ??= presentText(blob.element('', 'Orientation'));
    into.rotation = presentText(blob.elements('', 'Rotation').at(-1)) ?? into.rotation;
  }
};

const sha256Of = (fixity: MetsElement): string | null => {
  const algorithm = premisText(fixity, 'messageDigestAlgorithm')?.toLowerCase().replaceAll('-', '');
  return algorithm === 'sha256' ? (premisText(fixity, 'messageDigest')?.toLowerCase() ?? null) : null;
};

/** A name without a registry key identifies no format: unidentified content is written so. */
const formatOf = (format: MetsElement): MetsFormat | null => {
  const name = firstWithin(format, format.namespace, 'formatName');
  const key = firstWithin(format, format.namespace, 'formatRegistryKey');
  const [formatName, pronomKey] = [presentText(name), presentText(key)];
  if (formatName === null || pronomKey === null) return null;
  const version = presentText(firstWithin(format, format.namespace, 'formatVersion'));
  return { pronomKey, name: formatName, ...(version === null ? {} : { version }) };
};

const withExtent = (extents: MetsExtents, property: MetsElement): MetsExtents => {
  const value = premisText(property, 'significantPropertiesValue') ?? '';
  switch (premisText(property, 'significantPropertiesType')) {
    case 'ImageWidth':
      return { ...extents, width: extents.width ?? wholeNumber(value) };
    case 'ImageHeight':
      return { ...extents, height: extents.height ?? wholeNumber(value) };
    case 'Duration':
      return { ...extents, duration: extents.duration ?? seconds(value) };
    default:
      return extents;
  }
};

const premisText = (parent: MetsElement, name: string): string | null =>
  presentText(parent.element(parent.namespace, name));

const presentText = (element: MetsElement | undefined): string | null => {
  const text = element?.text.trim() ?? '';
  return text === '' ? null : text;
};

/** The text with its white space, with which a path may begin or end. */
const exactText = (element: MetsElement): string | null => {
  const text = element.text;
  return text.trim() === '' ? null : text;
};

const wholeNumber = (text: string): number | null => (/^\d{1,15}$/.test(text.trim()) ? Number(text) : null);

/** A plain number or `HH:MM:SS[.f]`; null for any other text. */
const seconds = (text: string): number | null => {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  const clock = /^(\d+):(\d{2}):(\d{2}(?:\.\d+)?)$/.exec(text);
  return clock === null ? null : Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3]);
};
