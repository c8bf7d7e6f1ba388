import { sizeOf } from '../bytes.js';
import { serialisePieces, type SerialisedPieces } from './serialise.js';
import type { XmlDocument } from './tree.js';

/** More pieces than this are put together: each is a message to another thread and a write of its own. */
const MAX_PIECES = 200;

/**
 * Writes a document in few pieces, of which the large ones lie in memory that threads share, so that they go from thread to
 * thread without a copy. That memory is never written again. Elements that kept bytes elsewhere keep them there from
 * then on, and a next document with the same elements copies nothing but what is new. Throws XmlFault `xml-unwritable`.
 */
export const writeSharedPieces = (document: XmlDocument): readonly Buffer[] => {
  const written = serialisePieces(document);
  const pieces = joined(written.pieces);
  return pieces.length <= MAX_PIECES && isMostlyShared(pieces) ? pieces : [gathered(written)];
};

const isShared = ({ buffer }: Buffer): boolean => buffer instanceof SharedArrayBuffer;

/** The pieces, those in memory of this thread together with their neighbours. */
const joined = (pieces: readonly Buffer[]): readonly Buffer[] => {
  const result: Buffer[] = [];
  let own: Buffer[] = [];
  const endOwn = (): void => {
    if (own.length > 0) result.push(Buffer.concat(own));
    own = [];
  };
  for (const piece of pieces) {
    if (!isShared(piece)) own.push(piece);
    else {
      endOwn();
      result.push(piece);
    }
  }
  endOwn();
  return result;
};

/** Whether an eighth at most is copied, and half of the shared memory at most lies idle. */
const isMostlyShared = (pieces: readonly Buffer[]): boolean => {
  const shared = pieces.filter(isShared);
  const [all, used] = [sizeOf(pieces), sizeOf(shared)];
  let kept = 0;
  for (const { byteLength } of new Set(shared.map(({ buffer }) => buffer))) kept += byteLength;
  return (all - used) * 8 <= all && kept <= used * 2;
};

const gathered = ({ pieces, copied }: SerialisedPieces): Buffer => {
  const whole = Buffer.from(new SharedArrayBuffer(sizeOf(pieces)));
  let end = 0;
  for (const piece of pieces) end += piece.copy(whole, end);
  for (const { element, shift } of copied) element.relocate(whole, shift);
  return whole;
};
