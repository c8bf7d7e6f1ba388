import { virusChecksOfFiles } from './description/file-metadata.js';
import { orFailure } from './mets-failure.js';
import type { MetsFormat } from './model/mets.js';
import { physicalOf, type MetsReadOptions } from './structure/read-mets.js';
import { piecesOf } from './structure/pieces.js';
import { readSections } from './structure/read-sections.js';

/** What a METS says of a file besides its name, its digest and its size; null where it does not say. */
export interface FileInMets {
  /** Relative to the METS root. */
  readonly path: string;
  readonly contentType: string | null;
  readonly format: MetsFormat | null;
  readonly originalName: string | null;
  /** The newest scan; `name` is the scanner's message, null for a clean file. */
  readonly virus: { readonly found: boolean; readonly name: string | null } | null;
}

/** Reads what a METS says of its files. Answers a failure for an invalid document. */
export const filesInMets = orFailure((bytes, options: MetsReadOptions): { readonly files: readonly FileInMets[] } => {
  const sections = readSections(piecesOf(bytes));
  const { files, fileSources } = physicalOf(sections, options);
  const virusChecks = virusChecksOfFiles(sections);
  return {
    files: files.map((file) => {
      const { localPath: path, contentType, format, originalName } = file;
      const [newest] = virusChecks(file, fileSources.get(path));
      const virus =
        newest === undefined ? null : { found: newest.hasVirus, name: newest.hasVirus ? newest.virusFound : null };
      return { path, contentType, format, originalName, virus };
    }),
  };
});
