import { isDeepStrictEqual } from 'node:util';
import type { MetsExtents, MetsFormat } from '../model/mets.js';
import type { MetsElement, SectionSummary, TechnicalMetadata } from '../model/section-summary.js';
import { readExif } from '../premis/exif-tags.js';
import { NO_VALUES, readTechnicalMetadata } from '../premis/technical-metadata.js';
import { virusChecksWithin } from '../premis/virus-check.js';
import { readDescription } from './description.js';

/**
 * Summarises sections, each after the sections in it. A summary has what it has in common with the last one, or with
 * that of its part, in the same memory: an amdSec says what its only techMD says, and files in a row have the same format.
 */
export const summariser = (): ((section: MetsElement) => SectionSummary) => {
  let last: SectionSummary = EMPTY;
  return (section) => {
    const parts = section.elements().flatMap(({ summary }) => summary ?? []);
    const found = {
      technical: shared(readTechnicalMetadata(section), [...parts, last, EMPTY]),
      exif: sharedExif(readExif(section), last),
      virusChecks: section.name === 'digiprovMD' ? orEmpty(virusChecksWithin(section)) : NONE,
      description: section.name === 'dmdSec' ? readDescription(section) : null,
    };
    const same = [...parts, EMPTY].find((each) => isSame(each, found));
    return (last = same ?? found);
  };
};

const NONE = Object.freeze([]);

const EMPTY: SectionSummary = Object.freeze({ technical: NO_VALUES, exif: NONE, virusChecks: NONE, description: null });

const orEmpty = <T>(list: readonly T[]): readonly T[] => (list.length === 0 ? NONE : list);

const isSame = (one: SectionSummary, other: SectionSummary): boolean =>
  one.technical === other.technical &&
  one.exif === other.exif &&
  one.virusChecks === other.virusChecks &&
  one.description === other.description;

const sharedExif = (found: SectionSummary['exif'], last: SectionSummary): SectionSummary['exif'] => {
  if (found.length === 0) return NONE;
  return isDeepStrictEqual(found, last.exif) ? last.exif : found;
};

const shared = (found: Readonly<TechnicalMetadata>, others: readonly SectionSummary[]): Readonly<TechnicalMetadata> => {
  const same = others.find(({ technical }) => isSameTechnical(technical, found));
  if (same !== undefined) return same.technical;
  const format = others.find(({ technical }) => isSameFormat(technical.format, found.format));
  const extents = others.find(({ technical }) => isSameExtents(technical.extents, found.extents));
  return {
    ...found,
    format: format?.technical.format ?? found.format,
    extents: extents?.technical.extents ?? found.extents,
  };
};

const PLAIN = ['digest', 'size', 'originalName', 'storageLocation', 'orientation', 'rotation'] as const;

const isSameTechnical = (one: Readonly<TechnicalMetadata>, other: Readonly<TechnicalMetadata>): boolean =>
  PLAIN.every((name) => one[name] === other[name]) &&
  isSameFormat(one.format, other.format) &&
  isSameExtents(one.extents, other.extents);

const isSameFormat = (one: MetsFormat | null, other: MetsFormat | null): boolean =>
  one?.pronomKey === other?.pronomKey && one?.name === other?.name && one?.version === other?.version;

const isSameExtents = (one: MetsExtents, other: MetsExtents): boolean =>
  one.width === other.width && one.height === other.height && one.duration === other.duration;
