import { randomBytes } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';

const MiB = 1024 ** 2;

/** A folder of files of one size, in bytes. */
export interface Source {
  readonly files: number;
  readonly bytes: number;
  readonly perFolder: number;
}

/** Writes its files, of random bytes. */
export const makeSource = async (root: string, { files, bytes, perFolder }: Source): Promise<void> => {
  for (let index = 0; index < files; index++) {
    const folder = join(root, `${Math.floor(index / perFolder)}`);
    if (index % perFolder === 0) await mkdir(folder, { recursive: true });
    const file = await open(join(folder, `${index}.bin`), 'wx');
    for (let at = 0; at < bytes; at += MiB) await file.write(randomBytes(Math.min(MiB, bytes - at)));
    await file.close();
  }
};
