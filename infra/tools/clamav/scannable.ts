import { access, constants, stat } from 'node:fs/promises';
import { codeOf } from '../../../flow/error-code.js';
import type { LocalFile } from '../../../formats/tools/findings/tool-ports.js';
import { unscannableMember } from './zip-members.js';

/**
 * Why ClamAV shall not be given a file, or null: pipes would hold it, and it reports a file as clean that is beyond its
 * limits, or has parts that it does not unpack.
 */
export const unscannable = async ({ location }: LocalFile, mostBytes: number): Promise<string | null> => {
  try {
    const found = await stat(location);
    if (!found.isFile()) return 'is not a regular file';
    if (found.size > mostBytes) return `has ${found.size} bytes, and ClamAV may scan ${mostBytes} of a file`;
    await access(location, constants.R_OK);
    return await unscannableMember(location, mostBytes);
  } catch (error) {
    return `cannot be read: ${codeOf(error) ?? 'unknown'}`;
  }
};
