import type { ChosenFile } from './chosen-files.js';

/** A file whose bytes are not those that were preserved. */
export interface Damage {
  readonly file: ChosenFile;
  /** The digest of the bytes that were read; null where the archive does not have the file. */
  readonly found: string | null;
}
