import { access, constants, stat } from 'node:fs/promises';
import { codeOf } from '../../../flow/error-code.js';
import type { LocalFile } from '../../../formats/tools/findings/tool-ports.js';

/** Why ClamAV shall not be given a file, or null: pipes would hold it, and beyond its limits it reports a file as clean. */
export const unscannable = async ({ location }: LocalFile, mostBytes: number): Promise<string | null> => {
  try {
    const found = await stat(location);
    if (!found.isFile()) return 'is not a regular file';
    if (found.size > mostBytes) return `has ${found.size} bytes, and ClamAV may scan ${mostBytes} of a file`;
    await access(location, constants.R_OK);
    return null;
  } catch (error) {
    return `cannot be read: ${codeOf(error) ?? 'unknown'}`;
  }
};
