import { closeSync, constants, fstatSync, open } from 'node:fs';
import { promisify } from 'node:util';
import { codeOf } from '../../../flow/error-code.js';
import type { LocalFile } from '../../../formats/tools/findings/tool-ports.js';
import { unscannableMember } from './zip-members.js';

const openFile = promisify(open);

/** Non-blocking, since opening a named pipe would wait for its writer. */
const READ = constants.O_RDONLY | constants.O_NONBLOCK;

/**
 * Why ClamAV shall not be given a file, or null: pipes would hold it, and it reports a file as clean that is beyond its
 * limits, or has parts that it does not unpack. Waits for the disk twice per file, since there may be very many.
 */
export const unscannable = async ({ location }: LocalFile, mostBytes: number): Promise<string | null> => {
  try {
    const file = await openFile(location, READ);
    try {
      const found = fstatSync(file);
      if (!found.isFile()) return 'is not a regular file';
      if (found.size > mostBytes) return `has ${found.size} bytes, and ClamAV may scan ${mostBytes} of a file`;
      return await unscannableMember(file, found.size, mostBytes);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return `cannot be read: ${codeOf(error) ?? 'unknown'}`;
  }
};
