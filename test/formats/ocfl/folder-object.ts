import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObjectEntry, ObjectReader } from '../../../formats/ocfl/object-reader.js';

/** An OCFL object in a folder on disk. */
export const folderObject = (root: string): ObjectReader => ({
  entries: () => entriesBelow(root, ''),
  open: (path) => createReadStream(join(root, path)) as AsyncIterable<Buffer>,
});

async function* entriesBelow(root: string, folder: string): AsyncGenerator<ObjectEntry> {
  const found = await readdir(join(root, folder), { withFileTypes: true });
  if (found.length === 0 && folder !== '') yield { path: folder, kind: 'empty-folder' };
  for (const entry of found) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* entriesBelow(root, path);
    // Git keeps no empty folders, so the fixtures hold a file of this name where one is meant.
    else if (entry.name !== '.keep') yield { path, kind: entry.isFile() ? 'file' : 'link' };
  }
}
