import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { CommandFault } from './command-fault.js';
import type { LocalFile } from './folder-inspection.js';

const AT_ONCE = 4;

const sha256Of = async ({ location, path, size }: LocalFile): Promise<string> => {
  const hash = createHash('sha256');
  let read = 0;
  try {
    await pipeline(createReadStream(location), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        hash.update(chunk);
        read += chunk.length;
      }
    });
  } catch (error) {
    throw new CommandFault(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (read !== size)
    throw new CommandFault(`${path} changed while it was read; run the command again when it is at rest.`);
  return hash.digest('hex');
};

/** Lower-case hex SHA-256 of each file, by the key given; few at once, since one disk reads them all. */
export const digestFiles = async (files: ReadonlyMap<string, LocalFile>): Promise<Map<string, string>> => {
  const digests = new Map<string, string>();
  const queue = files.entries();
  const work = async (): Promise<void> => {
    for (const [key, file] of queue) digests.set(key, await sha256Of(file));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return digests;
};
