import { storedEntry } from '../../formats/archive-files/version-entries.js';
import { entrySizes } from '../../formats/tar/tar-file.js';
import type { ArchivedFile } from '../archive/archive.js';

/** Adds to each file of a listing, in its order, where it begins in the tar of everything that is listed. */
export const tarPlacer = (below: string): ((file: ArchivedFile) => ArchivedFile) => {
  let at = 0;
  return (file) => {
    const entry = storedEntry(file, below);
    if (entry === null) return file; // what is listed is a file, of which there is no tar
    const { head, rest } = entrySizes(entry);
    const tarStart = at;
    at += head + file.size + rest;
    return { ...file, tarStart };
  };
};
