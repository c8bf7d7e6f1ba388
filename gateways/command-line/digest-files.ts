import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { atMost } from './at-most.js';
import { changedFile, unreadableFile } from './file-faults.js';
import type { LocalFile } from './folder-inspection.js';

/** Few, since one disk reads them all. */
const AT_ONCE = 4;

const sha256Of = async (file: LocalFile): Promise<string> => {
  const hash = createHash('sha256');
  let read = 0;
  try {
    await pipeline(createReadStream(file.location), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        hash.update(chunk);
        read += chunk.length;
      }
    });
  } catch (error) {
    throw unreadableFile(file, error);
  }
  if (read !== file.size) throw changedFile(file);
  return hash.digest('hex');
};

/** Lower-case hex SHA-256 of each file, by the key given. Throws CommandFault for one that cannot be read. */
export const digestFiles = async (files: ReadonlyMap<string, LocalFile>): Promise<Map<string, string>> => {
  const digests = new Map<string, string>();
  await atMost(AT_ONCE, files, async ([key, file]) => {
    digests.set(key, await sha256Of(file));
  });
  return digests;
};
