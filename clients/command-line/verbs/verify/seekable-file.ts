import { Readable } from 'node:stream';
import type { FileHandle } from 'node:fs/promises';
import type { SeekableBytes } from '../../../../formats/archive-files/seekable-bytes.js';

/** Bytes that are read at once. */
const PIECE = 512 * 1024;

/** An open file, to be read anywhere. */
export const seekableFile = async (file: FileHandle): Promise<SeekableBytes> => {
  const { size } = await file.stat();
  return {
    size,
    read: async (position, length) => {
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - position)));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, position);
      return bytes.subarray(0, bytesRead);
    },
    stream: (start, end) =>
      start >= end
        ? Readable.from([])
        : file.createReadStream({ start, end: end - 1, autoClose: false, highWaterMark: PIECE }),
  };
};
