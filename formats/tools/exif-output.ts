import { boundedTags } from '../metadata/bounded-tags.js';
import type { ExifTag } from '../metadata/entries.js';
import type { Losses } from '../text/decoded-text.js';
import { chomp, linesOf } from '../text/lines.js';

const HEADING = /^={8} (.+)$/s;
const FOOTER = /^\s*\d+ directories scanned\s*$/;

/** The tags of one file that are recorded, in the order of the tool; the path is the tool's. */
export interface ExifBlock {
  readonly path: string;
  readonly tags: readonly ExifTag[];
}

/**
 * Reads the output of the metadata extraction tool (companion 9.6): a block for each file, begun by its path. A line
 * that is not a tag is skipped, and so is everything before the first path (a run over a single file writes no path).
 */
export const readExifOutput = async (chunks: AsyncIterable<Uint8Array>, losses: Losses): Promise<ExifBlock[]> => {
  const blocks: { readonly path: string; tags: readonly ExifTag[] }[] = [];
  const { limits } = losses;
  const { tagOf, distinct } = tagReader();
  let tags: ExifTag[] | null = null;
  let count = 0;
  for await (const block of linesOf(chunks, losses)) {
    for (const line of block.map(chomp)) {
      const path = HEADING.exec(line)?.[1];
      if (path !== undefined) {
        boundLast(blocks);
        tags = [];
        blocks.push({ path: copyOf(path), tags });
      } else if (FOOTER.test(line)) {
        tags = null;
      } else if (tags !== null) {
        const tag = tagOf(line);
        if (tag === null) continue;
        tags.push(tag);
        count += 1;
      }
    }
    losses.isTooLong ||= blocks.length >= limits.files || count >= limits.tags || distinct() >= limits.distinctTags;
    if (losses.isTooLong) break;
  }
  boundLast(blocks);
  return blocks;
};

const boundLast = (blocks: { tags: readonly ExifTag[] }[]): void => {
  const last = blocks.at(-1);
  if (last !== undefined) last.tags = boundedTags(last.tags);
};

/** Most cached lines, and the longest one: the files of a deposit share most of their lines. */
const MOST_CACHED = 50_000;
const LONGEST_CACHED = 500;

/**
 * `tagOf` reads a line as a tag, null where it is not one; equal lines give the same object, to save memory. `distinct`
 * counts the objects made.
 */
const tagReader = (): { tagOf: (line: string) => ExifTag | null; distinct: () => number } => {
  const cached = new Map<string, ExifTag | null>();
  let distinct = 0;
  const tagOf = (line: string): ExifTag | null => {
    const known = cached.get(line);
    if (known !== undefined) return known;
    const copy = copyOf(line);
    const tag = tagIn(copy);
    distinct += 1;
    if (cached.size >= MOST_CACHED) cached.clear();
    if (copy.length <= LONGEST_CACHED) cached.set(copy, tag);
    return tag;
  };
  return { tagOf, distinct: () => distinct };
};

/** A copy of a slice, which would keep the whole text in memory. */
const copyOf = (slice: string): string => Buffer.from(slice).toString();

const tagIn = (line: string): ExifTag | null => {
  const colon = line.indexOf(':');
  const tagName = line.slice(0, Math.max(0, colon)).replace(/[^\p{L}\p{N}]/gu, '');
  return tagName === '' ? null : { tagName, tagValue: line.slice(colon + 1).trim() };
};
