import { canvasesOf, type Canvas } from './description/canvases.js';
import { describeMets } from './describe-mets.js';
import type { LogicalRange } from './model/described-mets.js';
import type { MetsFile } from './model/mets.js';
import { shownExtents } from './structure/shown-extents.js';
import type { MetsReadOptions } from './structure/read-mets.js';
import type { MetsToRead } from './structure/read-sections.js';

/** A file as it is shown: its path relative to the METS root, its media type, and its extents. */
export interface MediaFile extends Pick<MetsFile, 'contentType'> {
  readonly path: string;
  /** In pixels, as it is shown; null where the METS has none. */
  readonly width: number | null;
  readonly height: number | null;
}

/** What a METS says of how its files are shown. */
export interface ShownInMets {
  readonly files: readonly MediaFile[];
  /** Of images only such as the image service can show are painted. */
  readonly canvases: readonly Canvas[];
  readonly structures: readonly LogicalRange[];
}

/** How the files of a METS are shown. Throws MetsFault. */
export const mediaInMets = (sections: MetsToRead, options: MetsReadOptions): ShownInMets => {
  const mets = describeMets(sections, options);
  const canvases = [...canvasesOf(mets, { paintsEveryImage: false })];
  const byPath = new Map<string, MediaFile>(canvases.map((canvas) => [canvas.path, canvas]));
  const files = mets.files.map((file): MediaFile => {
    const { localPath: path, contentType } = file;
    const { width, height } = shownExtents(file);
    return byPath.get(path) ?? { path, contentType, width, height };
  });
  return { files, canvases, structures: mets.logicalStructures };
};
