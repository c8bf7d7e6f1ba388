import { closeSync, fstatSync, open, read } from 'node:fs';
import { promisify } from 'node:util';
import { CommandFault } from '../command-fault.js';
import { changedFile, isUnchangedFile, unreadableFile } from './file-faults.js';
import type { LocalFile } from './folder-inspection.js';

const openFile = promisify(open);
const readSome = promisify(read);

const fill = async (fd: number, buffer: Buffer): Promise<number> => {
  for (let filled = 0; ;) {
    const { bytesRead } = await readSome(fd, buffer, filled, buffer.length - filled, null);
    filled += bytesRead;
    if (bytesRead === 0 || filled >= buffer.length - 1) return filled;
  }
};

/**
 * The bytes of an inspected small file. Rejects with CommandFault when it cannot be read, or has changed. Waits for the
 * disk only twice per file, since a folder can have very many.
 */
export const readWholeFile = async (file: LocalFile): Promise<Buffer> => {
  try {
    const fd = await openFile(file.location, 'r');
    try {
      const buffer = Buffer.allocUnsafe(file.size + 1); // room to notice that the file has grown
      const size = await fill(fd, buffer);
      if (size !== file.size || !isUnchangedFile(file, fstatSync(fd))) throw changedFile(file);
      return buffer.subarray(0, size);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    throw error instanceof CommandFault ? error : unreadableFile(file, error);
  }
};
