import type { ExifTag } from '../metadata/entries.js';
import type { Losses } from './decoded-text.js';
import { chomp, linesOf } from './lines.js';

const HEADING = /^={8} (.+)$/s;
const FOOTER = /^\s*\d+ directories scanned\s*$/;

/** The tags of one file, in the order of the tool; the path is as the tool has it. */
export interface ExifBlock {
  readonly path: string;
  readonly tags: readonly ExifTag[];
}

/**
 * Reads the output of the metadata extraction tool (companion 9.6): a block for each file, begun by its path. A line that
 * is no tag is passed over; what comes before the first path, as all of a run over a single file does, belongs to no file.
 */
export const readExifOutput = async (chunks: AsyncIterable<Uint8Array>, losses: Losses): Promise<ExifBlock[]> => {
  const blocks: ExifBlock[] = [];
  const names = new Map<string, string>();
  let tags: ExifTag[] | null = null;
  for await (const block of linesOf(chunks, losses)) {
    for (const line of block.map(chomp)) {
      const path = HEADING.exec(line)?.[1];
      if (path !== undefined) {
        tags = [];
        blocks.push({ path, tags });
      } else if (FOOTER.test(line)) {
        tags = null;
      } else if (tags !== null) {
        const tag = tagOf(line, names);
        if (tag !== null) tags.push(tag);
      }
    }
  }
  return blocks;
};

/** `names` holds each name once, since the same few hundred come with every file. */
const tagOf = (line: string, names: Map<string, string>): ExifTag | null => {
  const colon = line.indexOf(':');
  if (colon === -1) return null;
  const label = line.slice(0, colon);
  const known = names.get(label);
  const tagName = known ?? label.replace(/[^\p{L}\p{N}]/gu, '');
  if (tagName === '') return null;
  if (known === undefined && names.size < MOST_NAMES) names.set(label, tagName);
  return { tagName, tagValue: line.slice(colon + 1).trim() };
};

const MOST_NAMES = 10_000;
