import type { ExifTag } from './entries.js';
import { isExtentTag } from './significant-properties.js';

const MOST_TAGS = 1_000;
/** Of the names and values of a file together. */
const MOST_CHARACTERS = 65_536;
const LONGEST_VALUE = 4_096;
/** So many tags with extents are kept at either end, which may be more than the others leave room for. */
const MOST_EXTENTS = 100;
const LONGEST_EXTENT = 100;

/** The name of the tag that says what was left out. */
const NOTICE = 'TagsLeftOut';

/**
 * The tags of a file that are recorded in a METS and compared with it: at most 1,000, with 65,536 characters of names and
 * values, 4,096 in each value. Those with extents stay, and the first of the others; a further tag says what was left
 * out. The same list where nothing is. Bounding the result again changes nothing.
 */
export const boundedTags = (tags: readonly ExifTag[]): readonly ExifTag[] => {
  const named = tags.filter(isNamed);
  if (fits(named) || named.at(-1)?.tagName === NOTICE) return tags;
  const shortened = named.map(shortenedTag);
  const kept = firstThatFit(shortened, extentsAmong(shortened));
  const cut = named.filter(({ tagValue }) => tagValue.length > LONGEST_VALUE).length;
  const tagValue = `${named.length - kept.length} of ${named.length} tags were left out, and ${cut} values were cut at ${LONGEST_VALUE} characters. The output of the tool has all of them.`;
  return [...kept, { tagName: NOTICE, tagValue }];
};

/** Whether a METS has an element for it (companion 5.8). */
const isNamed = ({ tagName }: ExifTag): boolean => /^\p{L}/u.test(tagName) && tagName !== 'RawOutput';

const sizeOf = ({ tagName, tagValue }: ExifTag): number => tagName.length + tagValue.length;

const fits = (tags: readonly ExifTag[]): boolean =>
  tags.length <= MOST_TAGS &&
  tags.every(({ tagValue }) => tagValue.length <= LONGEST_VALUE) &&
  tags.reduce((sum, tag) => sum + sizeOf(tag), 0) <= MOST_CHARACTERS;

/** Ends before a character of two code units that the limit would split. */
const shortenedTag = (tag: ExifTag): ExifTag =>
  tag.tagValue.length <= LONGEST_VALUE
    ? tag
    : { ...tag, tagValue: `${tag.tagValue.slice(0, LONGEST_VALUE).replace(/[\ud800-\udbff]$/, '')}…` };

/** The places of the first and last tags with extents. */
const extentsAmong = (tags: readonly ExifTag[]): ReadonlySet<number> => {
  const extents = [...tags.entries()].flatMap(([place, tag]) =>
    isExtentTag(tag) && tag.tagValue.length <= LONGEST_EXTENT ? [place] : [],
  );
  return new Set([...extents.slice(0, MOST_EXTENTS), ...extents.slice(-MOST_EXTENTS)]);
};

const firstThatFit = (tags: readonly ExifTag[], extents: ReadonlySet<number>): ExifTag[] => {
  let count = extents.size;
  let characters = tags.reduce((sum, tag, place) => sum + (extents.has(place) ? sizeOf(tag) : 0), 0);
  let isFull = false;
  return tags.filter((tag, place) => {
    if (extents.has(place)) return true;
    count += 1;
    characters += sizeOf(tag);
    isFull ||= count > MOST_TAGS || characters > MOST_CHARACTERS;
    return !isFull && !isExtentTag(tag);
  });
};
