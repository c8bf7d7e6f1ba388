import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { codeOf } from '../../../../flow/error-code.js';
import { CommandFault } from '../../command-fault.js';
import { shownName } from '../../output/printable.js';

/**
 * Writes a page to a new file, which is there only when all of it is on the disk. Rejects with CommandFault where
 * something is there already, or where the file cannot be written.
 */
export const writePage = async (to: string, page: AsyncIterable<string>, interrupted: AbortSignal): Promise<void> => {
  if (existsSync(to))
    throw new CommandFault(`${shownName(to)} is there already. Nothing was written.`, {
      code: 'target-exists',
      exit: 2,
      next: '--to <new file>',
    });
  const unfinished = `${to}.part`;
  try {
    const file = await open(unfinished, 'w');
    try {
      for await (const piece of inBlocks(page)) {
        interrupted.throwIfAborted();
        await file.write(piece);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, to);
  } catch (error) {
    throw faultOf(to, error);
  } finally {
    await rm(unfinished, { force: true });
  }
};

const BLOCK = 65_536;

async function* inBlocks(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let block = '';
  for await (const piece of pieces) {
    block += piece;
    if (block.length < BLOCK) continue;
    yield block;
    block = '';
  }
  yield block;
}

const faultOf = (to: string, error: unknown): unknown => {
  const code = codeOf(error);
  if (code === null || !/^E[A-Z]+$/.test(code)) return error;
  return new CommandFault(`${shownName(to)} cannot be written (${code}).`, { code: 'target-not-writable' });
};
