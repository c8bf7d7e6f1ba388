import { TextDecoder } from 'node:util';
import { chomp, linesOf } from '../tools/text/lines.js';
import { LIMITS, LONGEST } from '../tools/text/limits.js';
import type { BagUnderTest } from './bag-under-test.js';

/** How many bytes are looked at in one piece. */
const PIECE = 65_536;

/**
 * The lines of a tag file in blocks, without line ends: LF, CR or both, which may be mixed. A line that is too long is
 * left out, and is a problem; so is text that is not in the declared encoding.
 */
export async function* tagLines(
  { source, declaration: { encoding }, findings }: BagUnderTest,
  path: string,
): AsyncGenerator<readonly string[]> {
  const losses = { leftOut: 0, isTooLong: false, limits: { ...LIMITS, bytes: Infinity } };
  const seen = { hasMark: false, isUndecodable: false };
  const chunks = encoding === 'utf-8' ? watched(source.open(path), seen) : source.open(path);
  for await (const block of linesOf(chunks, losses, encoding)) yield block.map(chomp);
  if (losses.leftOut > 0)
    findings.problem(
      'line-too-long',
      path,
      `${losses.leftOut} of its lines have more than ${LONGEST} characters and are not read.`,
    );
  if (seen.isUndecodable) findings.problem('undecodable-text', path, 'It is not in UTF-8, though bagit.txt says so.');
  if (seen.hasMark) findings.warning('byte-order-mark', path, 'It begins with a byte-order mark.');
}

/** Passes bytes on in pieces of limited length, and notes whether they are UTF-8. */
async function* watched(
  chunks: AsyncIterable<Uint8Array>,
  seen: { hasMark: boolean; isUndecodable: boolean },
): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let isStart = true;
  const look = (bytes: Uint8Array | null): void => {
    if (seen.isUndecodable) return;
    try {
      const text = bytes === null ? decoder.decode() : decoder.decode(bytes, { stream: true });
      if (isStart) seen.hasMark = text.startsWith('\ufeff');
      isStart &&= text === '';
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
