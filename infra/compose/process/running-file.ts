import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { nodeFiles, PRIVATE } from '../../embedded/file-system/files.js';
import { writeDurably } from '../../embedded/file-system/write-durably.js';

/** The platform that runs on a data folder, or that was killed while it did. */
export interface RunningPlatform {
  /** Random for each process; `GET /health` of both services has it in a header. */
  readonly instance: string;
  /** What its user typed, as `muniment start`. */
  readonly command: string;
  readonly process: number;
  readonly host: string;
  /** When it became ready; RFC 3339. */
  readonly since: string;
  readonly version: string;
  /** The addresses on which it listens; null without that role. */
  readonly preservation: string | null;
  readonly storage: string | null;
  readonly s3: string | null;
  readonly operations: string;
}

const NAME = 'running.json';

/** What a platform says of itself besides its process. */
export type Announced = Omit<RunningPlatform, 'process' | 'host'>;

/** Says in a data folder that this process runs on it, instead of what an earlier one said. Rejects with the errors of the disk. */
export const announceRunning = (folder: string, announced: Announced): Promise<void> => {
  const running: RunningPlatform = { ...announced, process: process.pid, host: hostname() };
  return writeDurably(nodeFiles, join(folder, NAME), `${JSON.stringify(running, null, 2)}\n`, PRIVATE);
};

/** Ends what `announceRunning` has said; the lock of the data folder is still held. */
export const withdrawRunning = async (folder: string): Promise<void> => {
  await nodeFiles.unlink(join(folder, NAME));
};

/** What was said last in a data folder; null where nothing was, or it cannot be read. The process may have been killed. */
export const readRunning = async (folder: string): Promise<RunningPlatform | null> => {
  try {
    const said = JSON.parse(await readFile(join(folder, NAME), 'utf8')) as RunningPlatform | null;
    return typeof said?.instance === 'string' ? said : null;
  } catch {
    return null;
  }
};
