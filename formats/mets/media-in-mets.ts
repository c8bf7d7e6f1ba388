import { orFailure } from './mets-failure.js';
import type { MetsFile } from './model/mets.js';
import { shownExtents } from './structure/shown-extents.js';
import { readMets, type MetsReadOptions } from './structure/read-mets.js';

/** A file as it is shown: its path relative to the METS root, its media type, and its extents. */
export interface MediaFile extends Pick<MetsFile, 'contentType'> {
  readonly path: string;
  /** In pixels, as it is shown; null where the METS has none. */
  readonly width: number | null;
  readonly height: number | null;
}

/** Reads how the files of a METS are shown. Answers a failure for an invalid document. */
export const mediaInMets = orFailure(
  (bytes, { agents, present }: MetsReadOptions): { readonly files: readonly MediaFile[] } => ({
    files: readMets(bytes, agents, present).files.map((file) => {
      const { width, height } = shownExtents(file);
      return { path: file.localPath, contentType: file.contentType, width, height };
    }),
  }),
);
