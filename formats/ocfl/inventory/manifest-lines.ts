import { LINE_FEED, lineEnd } from '../../json/line-blocks.js';
import { earliestOf } from './inventory.js';

const DIGEST_START = 5;
const DIGEST_END = DIGEST_START + 64;
const PATH_START = DIGEST_END + 5;
const COMMA = 0x2c;
const QUOTE = 0x22;
/** A line up to its first content path. */
const BEGINNING = / {4}"[\da-f]{64}": \["/y;

/**
 * The lines of a manifest that this platform wrote, one for each digest, in the order of the digests. They stay bytes: a
 * manifest of very many files takes little time and memory where few of them are looked for.
 */
export class ManifestLines {
  #blocks: Buffer[] = [];
  #last = '';
  #size = 0;

  /** How many digests there are. */
  get size(): number {
    return this.#size;
  }

  /** Adds a block of whole lines. False where one is cut off, not in our own form, or not in order. */
  add(block: Buffer): boolean {
    const text = block.toString('latin1'); // a character for each byte
    for (let start = 0, end = 0; start < text.length; start = end + 1) {
      end = text.indexOf('\n', start);
      const digest = text.slice(start + DIGEST_START, start + DIGEST_END);
      BEGINNING.lastIndex = start;
      if (end === -1 || !BEGINNING.test(text) || digest <= this.#last) return false;
      this.#last = digest;
      this.#size++;
    }
    if (block.length > 0) this.#blocks.push(block);
    return true;
  }

  has(digest: string): boolean {
    return this.#lineOf(digest) !== null;
  }

  /** The content path of a digest: of several, the one in the earliest version. Null where the digest is not there. */
  pathOf(digest: string): string | null {
    const line = this.#lineOf(digest);
    return line === null ? null : firstPath(line, 0, line.length);
  }

  /** The content paths of those of the digests that are there. None is a part of a text that stays in memory for it. */
  paths(wanted: ReadonlySet<string>): ReadonlyMap<string, string> {
    const paths = new Map<string, string>();
    for (const block of this.#blocks)
      for (let start = 0, end = 0; start < block.length; start = end + 1) {
        end = lineEnd(block, start);
        const digest = block.toString('latin1', start + DIGEST_START, start + DIGEST_END);
        if (wanted.has(digest)) paths.set(digest, firstPath(block, start, end));
      }
    return paths;
  }

  #lineOf(digest: string): Buffer | null {
    if (this.#blocks.length > 1) this.#blocks = [Buffer.concat(this.#blocks)];
    const [lines = Buffer.alloc(0)] = this.#blocks;
    const wanted = Buffer.from(digest);
    let [first, end] = [0, lines.length];
    while (first < end) {
      const middle = lines.lastIndexOf(LINE_FEED, Math.max(0, ((first + end) >>> 1) - 1)) + 1;
      const order = wanted.compare(lines, middle + DIGEST_START, middle + DIGEST_END);
      if (order === 0) return lines.subarray(middle, lineEnd(lines, middle));
      if (order < 0) end = middle;
      else first = lineEnd(lines, middle) + 1;
    }
    return null;
  }
}

/** The earliest of the paths in a line, which has one at least. The line ends before `end`. */
const firstPath = (block: Buffer, start: number, end: number): string => {
  const from = start + PATH_START;
  const to = block[end - 1] === COMMA ? end - 3 : end - 2; // before `"]`
  const text = block.toString('utf8', from, to);
  return block.indexOf(QUOTE, from) === to && !text.includes('\\')
    ? text
    : (earliestOf(JSON.parse(`["${text}"]`) as string[]) ?? '');
};
