import { closeSync, constants, fstatSync, open } from 'node:fs';
import { promisify } from 'node:util';
import { codeOf } from '../../../flow/error-code.js';
import type { ScanOutcome } from '../../../formats/tools/findings/findings.js';
import type { LocalFile } from '../../../formats/tools/findings/tool-ports.js';
import { unscannableMember } from './zip-members.js';

const openFile = promisify(open);

/** Non-blocking, since opening a named pipe would wait for its writer. */
const READ = constants.O_RDONLY | constants.O_NONBLOCK;

/** Why ClamAV cannot find a file clean. */
export interface ScanDoubt {
  readonly reason: string;
  /** Whether it may find a virus in it all the same. */
  readonly isScanned: boolean;
}

/**
 * Why ClamAV cannot find a file clean, or null. It is not given a pipe, which would hold it. A file above `mostBytes`, of
 * which it may see a part and report it as clean, is scanned, as is an archive with parts that it does not unpack: a virus
 * may be in what it sees.
 * Waits for the disk twice per file, since there may be very many.
 */
export const scanDoubt = async ({ location }: LocalFile, mostBytes: number): Promise<ScanDoubt | null> => {
  const notScanned = (reason: string): ScanDoubt => ({ reason, isScanned: false });
  const notWholly = (reason: string): ScanDoubt => ({ reason, isScanned: true });
  try {
    const file = await openFile(location, READ);
    try {
      const found = fstatSync(file);
      if (!found.isFile()) return notScanned('is not a regular file');
      if (found.size > mostBytes)
        return notWholly(`has ${found.size} bytes, and a file above ${mostBytes} is not called clean`);
      const reason = await unscannableMember(file, found.size, mostBytes);
      return reason === null ? null : notWholly(reason);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return notScanned(`cannot be read: ${codeOf(error) ?? 'unknown'}`);
  }
};

/** What ClamAV says about a file, but that a doubtful one is not called clean. */
export const unlessDoubtful = (outcome: ScanOutcome, doubt: ScanDoubt | null): ScanOutcome =>
  doubt !== null && outcome.result === 'clean' ? { result: 'unread', reason: doubt.reason } : outcome;
