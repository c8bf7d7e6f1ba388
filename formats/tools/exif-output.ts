import type { ExifTag } from '../metadata/entries.js';
import type { Losses } from './text/decoded-text.js';
import { chomp, linesOf } from './text/lines.js';

const HEADING = /^={8} (.+)$/s;
const FOOTER = /^\s*\d+ directories scanned\s*$/;

/** The tags of one file, in the order of the tool; the path is as the tool has it. */
export interface ExifBlock {
  readonly path: string;
  readonly tags: readonly ExifTag[];
}

/**
 * Reads the output of the metadata extraction tool (companion 9.6): a block for each file, begun by its path. A line
 * that is no tag is passed over; what comes before the first path, as all of a run over a single file does, belongs to
 * no file.
 */
export const readExifOutput = async (chunks: AsyncIterable<Uint8Array>, losses: Losses): Promise<ExifBlock[]> => {
  const blocks: ExifBlock[] = [];
  const { limits } = losses;
  const { tagOf, unlike } = tagReader();
  let tags: ExifTag[] | null = null;
  let count = 0;
  for await (const block of linesOf(chunks, losses)) {
    for (const line of block.map(chomp)) {
      const path = HEADING.exec(line)?.[1];
      if (path !== undefined) {
        tags = [];
        blocks.push({ path: detached(path), tags });
      } else if (FOOTER.test(line)) {
        tags = null;
      } else if (tags !== null) {
        const tag = tagOf(line);
        if (tag === null) continue;
        tags.push(tag);
        count += 1;
      }
    }
    losses.isTooLong ||= blocks.length >= limits.files || count >= limits.tags || unlike() >= limits.unlikeTags;
    if (losses.isTooLong) break;
  }
  return blocks;
};

/** Lines that are remembered, each not too long: the files of a deposit have most of theirs in common. */
const MOST_REMEMBERED = 50_000;
const LONGEST_REMEMBERED = 500;

/**
 * `tagOf` reads a line as a tag, null where it is none; lines alike give the same tag, so that it is held only once.
 * `unlike` counts those that were made anew.
 */
const tagReader = (): { tagOf: (line: string) => ExifTag | null; unlike: () => number } => {
  const remembered = new Map<string, ExifTag | null>();
  let unlike = 0;
  const tagOf = (line: string): ExifTag | null => {
    const known = remembered.get(line);
    if (known !== undefined) return known;
    const copy = detached(line);
    const tag = tagIn(copy);
    unlike += 1;
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    if (copy.length <= LONGEST_REMEMBERED) remembered.set(copy, tag);
    return tag;
  };
  return { tagOf, unlike: () => unlike };
};

/** A text of its own: a slice holds on to all of the text around it. */
const detached = (slice: string): string => Buffer.from(slice).toString();

const tagIn = (line: string): ExifTag | null => {
  const colon = line.indexOf(':');
  const tagName = line.slice(0, Math.max(0, colon)).replace(/[^\p{L}\p{N}]/gu, '');
  return tagName === '' ? null : { tagName, tagValue: line.slice(colon + 1).trim() };
};
