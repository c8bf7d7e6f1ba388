import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { sha256Of } from '../sha256.js';

/** A folder as it was at some moment: the SHA-256 (lower-case hex) of each file by its path, and all of its folders. */
export interface Snapshot {
  readonly files: ReadonlyMap<string, string>;
  readonly folders: ReadonlySet<string>;
}

const put = async (folder: string, path: string, content: string | Uint8Array): Promise<void> => {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
};

/** Bytes that look like nothing, the same at every run. */
const noise = (seed: string, size: number): Buffer => {
  const blocks = Array.from({ length: Math.ceil(size / 32) }, (_, index) =>
    createHash('sha256').update(`${seed} ${index}`).digest(),
  );
  return Buffer.concat(blocks, size);
};

/** Writes a small folder with names that are hard to carry, an empty file, an empty folder, and a larger file. */
export const writeLetters = async (folder: string): Promise<void> => {
  const texts = {
    'a letter.txt': 'Dear Ada,\n',
    '100% of #1 & more.txt': 'sums\n',
    '+plus=equals;semi.txt': 'a + b\n',
    "it's [here].txt": 'brackets\n',
    'caf\u00e9.txt': 'one code point\n',
    'cafe\u0301.txt': 'two code points\n',
    '😀.txt': 'a face\n',
    'same as the letter.txt': 'Dear Ada,\n',
    'empty.txt': '',
    'drafts/Müller, Anna/first.md': '# First\n',
    'drafts/Müller, Anna/second.md': '# Second\n',
  };
  for (const [path, content] of Object.entries(texts)) await put(folder, path, content);
  await put(folder, 'drafts/picture.bin', noise('picture', 200_000));
  await mkdir(join(folder, 'nothing yet'));
};

/** Changes it: one file has other bytes, one is new, one is gone, one became a folder, one folder is gone. */
export const changeLetters = async (folder: string): Promise<void> => {
  await put(folder, 'a letter.txt', 'Dear Ada, dear Anna,\n');
  await put(folder, 'nothing yet/something.txt', 'at last\n');
  await rm(join(folder, '100% of #1 & more.txt'));
  await rm(join(folder, 'empty.txt'));
  await put(folder, 'empty.txt/no more.txt', 'filled\n');
  await rm(join(folder, 'drafts/Müller, Anna'), { recursive: true });
  await put(folder, 'drafts/picture.bin', noise('another picture', 150_000));
};

/** Changes it again, a little and differently each time. */
export const changeAgain = async (folder: string, round: number): Promise<void> => {
  await put(folder, 'a letter.txt', `Dear Ada, this is number ${round}.\n`);
  await put(folder, `rounds/${round} of many.txt`, `${round}\n`);
  await rm(join(folder, `rounds/${round - 2} of many.txt`), { force: true });
};

export const snapshotOf = async (folder: string): Promise<Snapshot> => {
  const files = new Map<string, string>();
  const folders = new Set<string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const location = join(entry.parentPath, entry.name);
    const path = relative(folder, location);
    if (entry.isDirectory()) folders.add(path);
    else files.set(path, sha256Of(await readFile(location)));
  }
  return { files, folders };
};
