import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BagFile, BagSource } from '../../../formats/bagit/bag-source.js';

/** A bag in a folder on disk. */
export const folderBag = (root: string): BagSource => ({
  list: () => filesBelow(root, ''),
  open: (path) => createReadStream(join(root, path)) as AsyncIterable<Buffer>,
});

async function* filesBelow(root: string, folder: string): AsyncGenerator<BagFile> {
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(root, path);
    else yield { path, size: (await stat(join(root, path))).size };
  }
}
