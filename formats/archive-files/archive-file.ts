import { runInSlices } from '../../flow/run-in-slices.js';
import { eachSliced, SLICE } from '../../flow/slices.js';
import { yieldEvery } from '../../flow/yield-every.js';
import { joined } from '../digests/rendering.js';

/** A file in an archive file, such as a zip. */
export interface ArchiveEntry {
  /** Names joined by `/`, without one at its start; a folder ends in one, and has no bytes. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** Null where it is not known; the same time is written for all such entries. */
  readonly modified: Date | null;
}

/** The date of an entry without one: the earliest that a zip can have. */
export const NO_DATE = new Date('1980-01-01T00:00:00Z');

/** The bytes from `start` to `end`, both inclusive. */
export interface ArchiveRange {
  readonly start: number;
  readonly end: number;
}

/** An archive file whose bytes are made while they are read, the same each time. */
export interface ArchiveFile {
  /** In bytes; no entry is read for it. */
  readonly size: number;
  /**
   * All bytes, or a range of them, which must be within the size. An entry that is within the range in part is read
   * wholly, and its last bytes are given when its end was read, so that who opens it can compare it with its digest and
   * fail. Fails with what an entry fails with, and with RangeError for an entry of another size than it was given with.
   */
  read(range?: ArchiveRange): AsyncGenerator<Buffer>;
}

/** A part of an archive file: a record about entries, or what an entry holds. */
export interface Piece {
  /** In bytes; known before it is made. */
  readonly size: number;
  readonly bytes: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Whether it is what an entry holds, which needs no piece before it. */
  readonly isContent?: boolean;
}

/** The archive file that consists of these pieces; `pieces` gives the same ones each time. */
export const archiveFile = async (pieces: () => Iterable<Piece>): Promise<ArchiveFile> => {
  let size = 0;
  await runInSlices(eachSliced(pieces(), (piece) => (size += piece.size)));
  return { size, read: ({ start, end } = { start: 0, end: size - 1 }) => joined(bytesIn(pieces(), { start, end })) };
};

async function* bytesIn(pieces: Iterable<Piece>, range: ArchiveRange): AsyncGenerator<Buffer> {
  for await (const { piece, from } of readAhead(piecesIn(pieces, range)))
    yield* untilWhole(piece, { start: range.start - from, end: range.end - from });
}

interface PlacedPiece {
  readonly piece: Piece;
  /** Its first byte in the archive file. */
  readonly from: number;
}

/** The pieces of a range. What ends before it is not made, nor is what has no bytes at its start. */
async function* piecesIn(pieces: Iterable<Piece>, { start, end }: ArchiveRange): AsyncGenerator<PlacedPiece> {
  const turn = yieldEvery(SLICE);
  let at = 0;
  for (const piece of pieces) {
    await turn();
    const from = at;
    at += piece.size;
    if (from > end) return;
    if (at > start || (piece.size === 0 && from > start)) yield { piece, from };
  }
}

/** How many pieces are begun before they are needed, and up to what size: a store takes its time to open a file. */
const AHEAD = { pieces: 24, bytes: 65_536 };

async function* readAhead(pieces: AsyncIterable<PlacedPiece>): AsyncGenerator<PlacedPiece> {
  const begun: PlacedPiece[] = [];
  for await (const { piece, from } of pieces) {
    const isSmall = piece.isContent === true && piece.size <= AHEAD.bytes;
    begun.push({ piece: isSmall ? withBytesRead(piece) : piece, from });
    const next = begun.length > AHEAD.pieces ? begun.shift() : undefined;
    if (next !== undefined) yield next;
  }
  yield* begun;
}

/** Reads a piece into memory; a failure is that of whoever asks for its bytes. */
const withBytesRead = ({ size, bytes }: Piece): Piece => {
  const reading = gathered(bytes());
  reading.catch(() => undefined);
  return {
    size,
    async *bytes() {
      yield* await reading;
    },
  };
};

const gathered = async (chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Uint8Array[]> => {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return all;
};

/** The bytes of a piece in a range, which may begin before it and end after it; the last when all of it was read. */
async function* untilWhole({ size, bytes }: Piece, { start, end }: ArchiveRange): AsyncGenerator<Buffer> {
  let last: Buffer | null = null;
  let at = 0;
  for await (const chunk of bytes()) {
    const wanted = chunk.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at));
    at += chunk.byteLength;
    if (wanted.byteLength === 0) continue;
    if (last !== null) yield last;
    last = Buffer.from(wanted.buffer, wanted.byteOffset, wanted.byteLength);
  }
  if (at !== size) throw new RangeError(`An entry has ${at} bytes instead of ${size}.`);
  if (last !== null) yield last;
}
