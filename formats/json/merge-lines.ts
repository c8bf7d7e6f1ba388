import { joined } from '../digests/rendering.js';
import { lastLine, lineBlocks, lineEnd } from './line-blocks.js';

/** The change of the line of one key. */
export interface LineEdit {
  readonly key: Buffer;
  /** The new line for the old one, both without separator; null for no line. */
  readonly line: (old: string | null) => string | null;
}

export interface LineForm {
  /** Stands between two lines, and ends with the line feed. */
  readonly separator: string;
  /** The key of the line that begins at `start`. Lines are in the order of their keys' bytes. */
  readonly keyAt: (block: Buffer, start: number) => Buffer;
}

/**
 * Sorted lines with some of them changed; the lines between are copied in whole blocks. `edits` are in the order of
 * their keys, each key once. Memory holds one block at a time.
 */
export const mergeLines = (
  chunks: AsyncIterable<Uint8Array>,
  edits: Iterable<LineEdit>,
  form: LineForm,
): AsyncGenerator<Buffer> => joined(merged(chunks, edits, form));

async function* merged(
  chunks: AsyncIterable<Uint8Array>,
  edits: Iterable<LineEdit>,
  { separator, keyAt }: LineForm,
): AsyncGenerator<Buffer> {
  const coming = edits[Symbol.iterator]();
  let next = coming.next();
  let before = Buffer.alloc(0);
  const separated = (bytes: Buffer): Buffer[] => {
    if (bytes.length === 0) return [];
    const pieces = before.length === 0 ? [bytes] : [before, bytes];
    before = Buffer.from(separator);
    return pieces;
  };
  const edited = (edit: LineEdit, old: string | null): Buffer[] => separated(Buffer.from(edit.line(old) ?? ''));
  /** The unchanged lines between two edits, without the last separator. */
  const kept = (block: Buffer, start: number, end: number): Buffer[] => {
    const lines = block.subarray(start, end);
    const last = Buffer.from(separator);
    const isEnded = lines.length >= last.length && lines.subarray(-last.length).equals(last);
    return separated(isEnded ? lines.subarray(0, -last.length) : lines);
  };

  for await (const block of lineBlocks(chunks)) {
    let run = 0;
    for (let at = 0; at < block.length && next.done !== true;) {
      if (at === run && keyAt(block, lastLine(block)).compare(next.value.key) < 0) break;
      const order = keyAt(block, at).compare(next.value.key);
      const end = lineEnd(block, at);
      if (order < 0) {
        at = Math.min(end + 1, block.length);
        continue;
      }
      yield* kept(block, run, at);
      run = at;
      const { value } = next;
      next = coming.next();
      if (order > 0) {
        yield* edited(value, null);
        continue;
      }
      yield* edited(value, withoutSeparator(block.toString('utf8', at, end), separator));
      at = Math.min(end + 1, block.length);
      run = at;
    }
    yield* kept(block, run, block.length);
  }
  for (; next.done !== true; next = coming.next()) yield* edited(next.value, null);
}

const withoutSeparator = (line: string, separator: string): string => {
  const ending = separator.slice(0, -1);
  return ending !== '' && line.endsWith(ending) ? line.slice(0, -ending.length) : line;
};
