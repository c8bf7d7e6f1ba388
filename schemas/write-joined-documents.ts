import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { joinedDocument } from './joined-document.js';

/** Writes the joined document of each service as JSON into a folder; each is there whole or not at all. */
export const writeJoinedDocuments = (folder: string): void => {
  mkdirSync(folder, { recursive: true });
  for (const name of ['preservation', 'storage'] as const) {
    const path = join(folder, `${name}.json`);
    const unfinished = `${path}.${process.pid}`;
    writeFileSync(unfinished, JSON.stringify(joinedDocument(name)));
    renameSync(unfinished, path);
  }
};
