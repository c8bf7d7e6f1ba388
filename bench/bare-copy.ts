import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const MiB = 1024 ** 2;

/** The least that is durable: each file read, digested, written and synced, one after the other, each folder synced. */
export const bareCopy = async (from: string, to: string): Promise<void> => {
  await mkdir(to);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      await bareCopy(source, target);
      continue;
    }
    const hash = createHash('sha256');
    const file = await open(target, 'wx');
    for await (const chunk of createReadStream(source, { highWaterMark: MiB })) {
      hash.update(chunk as Buffer);
      await file.write(chunk as Buffer);
    }
    hash.digest('hex');
    await file.sync();
    await file.close();
  }
  const folder = await open(to, 'r');
  await folder.sync().finally(() => folder.close());
};
