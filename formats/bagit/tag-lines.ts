import { TextDecoder } from 'node:util';
import { chomp, linesOf } from '../text/lines.js';
import { LIMITS, LONGEST } from '../text/limits.js';
import type { BagUnderTest } from './bag-under-test.js';
import { MARK } from './declaration.js';

/** How many bytes are looked at in one piece. */
const PIECE = 65_536;

/**
 * The lines of a tag file in blocks, without line ends: LF, CR or both, which may be mixed. A file that begins with the
 * byte-order mark of UTF-8 is read as UTF-8, any other in the declared encoding. A line that is too long is left out, and
 * is a problem; so is text that is not in UTF-8 where it should be.
 */
export async function* tagLines(
  { source, declaration, findings }: BagUnderTest,
  path: string,
): AsyncGenerator<readonly string[]> {
  const losses = { leftOut: 0, isTooLong: false, limits: { ...LIMITS, bytes: Infinity } };
  const seen = { isUndecodable: false };
  const { hasMark, chunks } = await markOf(source.open(path));
  const encoding = hasMark ? 'utf-8' : declaration.encoding;
  const passed = encoding === 'utf-8' ? watched(chunks, seen) : chunks;
  for await (const block of linesOf(passed, losses, encoding)) yield block.map(chomp);
  if (losses.leftOut > 0)
    findings.problem(
      'line-too-long',
      path,
      `${losses.leftOut} of its lines have more than ${LONGEST} characters and are not read.`,
    );
  const sayer = hasMark ? 'its byte-order mark' : 'bagit.txt';
  if (seen.isUndecodable) findings.problem('undecodable-text', path, `It is not in UTF-8, though ${sayer} says so.`);
  const message = 'It begins with the byte-order mark of UTF-8, and is read as UTF-8.';
  if (hasMark) findings.warning('byte-order-mark', path, message);
}

/** Whether the bytes begin with the byte-order mark of UTF-8; and all of them, in chunks. */
const markOf = async (
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ readonly hasMark: boolean; readonly chunks: AsyncIterable<Uint8Array> }> => {
  const rest = bytes[Symbol.asyncIterator]();
  let start = Buffer.alloc(0);
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
    start = Buffer.concat([start, next.value]);
    if (start.length >= MARK.length) break;
  }
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    yield start;
    yield* { [Symbol.asyncIterator]: () => rest };
  };
  return { hasMark: start.subarray(0, MARK.length).equals(MARK), chunks: chunks() };
};

/** Passes bytes on in pieces of limited length, and notes whether they are UTF-8. */
async function* watched(
  chunks: AsyncIterable<Uint8Array>,
  seen: { isUndecodable: boolean },
): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const look = (bytes: Uint8Array | null): void => {
    if (seen.isUndecodable) return;
    try {
      if (bytes === null) decoder.decode();
      else decoder.decode(bytes, { stream: true });
    } catch {
      seen.isUndecodable = true;
    }
  };
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.byteLength; at += PIECE) {
      const piece = chunk.subarray(at, at + PIECE);
      look(piece);
      yield piece;
    }
  }
  look(null);
}
