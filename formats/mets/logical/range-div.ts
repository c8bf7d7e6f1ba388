import type { XmlElement } from '../../xml/tree.js';
import { addDescription } from '../mods/set-terms.js';
import type { IndexedMets } from '../indexed/indexed-mets.js';
import { putTerms } from '../mods/mods-terms.js';
import { METS, MODS } from '../elements/namespaces.js';
import { fileIdAt, type NewRange, type NewRangeFile } from './new-range.js';

type Attributes = (readonly [string, string])[];

/** Pointers to be kept as they are, by the ID of their range. */
export type KeptPointers = ReadonlyMap<string, readonly XmlElement[]>;

const NONE: KeptPointers = new Map();

/**
 * The div of a range, with its pointers, those to be kept after the others, and inner ranges; adds a dmdSec where there
 * are terms or a name.
 */
export const makeRangeDiv = (indexed: IndexedMets, range: NewRange, kept = NONE): XmlElement => {
  const { make } = indexed;
  const mods = modsOf(indexed, range);
  const described = mods.children.length === 0 ? [] : [['DMDID', addDescription(indexed, mods, range.id)] as const];
  const label = range.name === null ? [] : [['LABEL', range.name] as const];
  const attributes: Attributes = [['ID', range.id], ['TYPE', range.type], ...label, ...described];
  const pointers = range.files.map((file) => makePointer(indexed, file));
  const inner = range.ranges.map((each) => makeRangeDiv(indexed, each, kept));
  return make(METS, 'div', attributes, [...pointers, ...(kept.get(range.id) ?? []), ...inner]);
};

const modsOf = ({ make }: IndexedMets, { name, own }: NewRange): XmlElement => {
  const titles = name === null ? [] : [make(MODS, 'titleInfo', [], [make(MODS, 'title', [], [name])])];
  const mods = make(MODS, 'mods', [], titles);
  putTerms(make, [mods], own ?? {});
  return mods;
};

/** A part of a file is written as one area with both its time and its region (companion 5.10). */
const makePointer = (indexed: IndexedMets, file: NewRangeFile): XmlElement => {
  const { localPath, region, beginTime, endTime } = file;
  const named = ['FILEID', fileIdAt(indexed, localPath)] as const;
  const hasTime = beginTime !== null || endTime !== null;
  if (!hasTime && region === null) return indexed.make(METS, 'fptr', [named]);
  const attributes: Attributes = [named];
  if (hasTime) attributes.push(['BETYPE', 'TIME'], ['BEGIN', timeCode(beginTime ?? 0)]);
  if (endTime !== null) attributes.push(['END', timeCode(endTime)]);
  if (region !== null)
    attributes.push(['SHAPE', 'RECT'], ['COORDS', [region.x1, region.y1, region.x2, region.y2].join(',')]);
  return indexed.make(METS, 'fptr', [], [indexed.make(METS, 'area', attributes)]);
};

/** `HH:MM:SS`, with milliseconds where there are any. */
const timeCode = (seconds: number): string => {
  const whole = Math.round(seconds * 1000);
  const pad = (number: number, length = 2): string => String(number).padStart(length, '0');
  const clock = [whole / 3_600_000, (whole / 60_000) % 60, (whole / 1000) % 60].map((part) => pad(Math.floor(part)));
  const rest = whole % 1000;
  return clock.join(':') + (rest === 0 ? '' : `.${pad(rest, 3).replace(/0+$/, '')}`);
};
