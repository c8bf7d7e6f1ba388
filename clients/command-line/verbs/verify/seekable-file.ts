import type { FileHandle } from 'node:fs/promises';
import type { SeekableBytes } from '../../../../formats/archive-files/seekable-bytes.js';

/** Bytes that are read at once. */
const PIECE = 512 * 1024;

/** An open file, to be read anywhere. */
export const seekableFile = async (file: FileHandle): Promise<SeekableBytes> => {
  const { size } = await file.stat();
  const read: SeekableBytes['read'] = async (position, length) => {
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - position)));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, position);
    return bytes.subarray(0, bytesRead);
  };
  return {
    size,
    read,
    // No stream of Node: each would leave a listener at the file, and there can be as many as files in a zip.
    async *stream(start, end) {
      for (let at = start; at < end;) {
        const piece = await read(at, Math.min(PIECE, end - at));
        if (piece.length === 0) return;
        yield piece;
        at += piece.length;
      }
    },
  };
};
