import { boundedTags } from '../../formats/metadata/bounded-tags.js';
import type { ExifTag } from '../../formats/metadata/entries.js';
import { exifElementName } from '../../formats/mets/premis/exif-extension.js';
import { writable } from '../../formats/xml/characters.js';
import type { Mismatch } from './mismatch.js';

const NOT_IN_METS = 'field does not exist in METS';
const NOT_IN_DEPOSIT = 'field does not exist in deposit';

/**
 * Compares the tags that are recorded, as multisets of names and values, ignoring case and line endings (companion 10).
 * Where a name remains on both sides, its values are paired in order.
 */
export const exifMismatches = (deposit: readonly ExifTag[], mets: readonly ExifTag[]): Mismatch[] => {
  const [inDeposit, inMets] = [recorded(deposit), recorded(mets)];
  const remaining = counted(inMets);
  const onlyInDeposit = inDeposit.filter((tag) => !take(remaining, pairOf(tag)));
  const others = counted(inDeposit);
  const onlyInMets = byName(inMets.filter((tag) => !take(others, pairOf(tag))));
  const paired = onlyInDeposit.map(({ tagName, tagValue }) =>
    mismatch(tagName, tagValue, onlyInMets.get(tagName.toLowerCase())?.shift()?.tagValue ?? NOT_IN_METS),
  );
  const left = [...onlyInMets.values()].flat();
  return [...paired, ...left.map(({ tagName, tagValue }) => mismatch(tagName, NOT_IN_DEPOSIT, tagValue))];
};

/** As a METS has them: some METS files hold the whole output of the tool as a tag, or more tags than are recorded here. */
const recorded = (tags: readonly ExifTag[]): readonly ExifTag[] =>
  boundedTags(tags).flatMap((tag) =>
    exifElementName(tag.tagName) === null ? [] : [{ ...tag, tagValue: writable(tag.tagValue) }],
  );

const pairOf = ({ tagName, tagValue }: ExifTag): string =>
  JSON.stringify([tagName.toLowerCase(), tagValue.replace(/\r\n?/g, '\n').toLowerCase()]);

const counted = (tags: readonly ExifTag[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const tag of tags) counts.set(pairOf(tag), (counts.get(pairOf(tag)) ?? 0) + 1);
  return counts;
};

const take = (counts: Map<string, number>, pair: string): boolean => {
  const count = counts.get(pair) ?? 0;
  if (count === 0) return false;
  counts.set(pair, count - 1);
  return true;
};

const byName = (tags: readonly ExifTag[]): Map<string, ExifTag[]> => {
  const named = new Map<string, ExifTag[]>();
  for (const tag of tags) {
    const name = tag.tagName.toLowerCase();
    const alike = named.get(name);
    if (alike === undefined) named.set(name, [tag]);
    else alike.push(tag);
  }
  return named;
};

const mismatch = (field: string, valueInDeposit: string, valueInMets: string): Mismatch => ({
  metadataType: 'ExifMetadata',
  field,
  valueInDeposit,
  valueInMets,
});
