import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FOLDERS = 20;
const FILES_PER_FOLDER = 100;
const FILE_BYTES = 10_000;

/** How many files `makeLetters` makes. */
export const LETTERS = FOLDERS * FILES_PER_FOLDER;

/** Creates a folder of 2,000 files of 10 KB. */
export const makeLetters = async (root: string): Promise<void> => {
  for (let folder = 0; folder < FOLDERS; folder++) {
    const path = join(root, `box ${folder}`);
    await mkdir(path, { recursive: true });
    for (let file = 0; file < FILES_PER_FOLDER; file++) {
      await writeFile(join(path, `letter ${file}.txt`), randomBytes(FILE_BYTES));
    }
  }
};
