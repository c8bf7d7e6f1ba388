import { virusChecksOfFiles } from './description/file-metadata.js';
import type { MetsFormat } from './model/mets.js';
import { physicalOf, type MetsReadOptions } from './structure/read-mets.js';
import type { MetsToRead } from './structure/read-sections.js';

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

/** What a METS says of its files. Throws MetsFault. */
export const filesInMets = (
  sections: MetsToRead,
  options: MetsReadOptions,
): { readonly files: readonly FileInMets[] } => {
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
};
