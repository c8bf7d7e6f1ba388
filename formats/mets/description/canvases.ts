import type { DescribedFile, DescribedMets } from '../model/described-mets.js';
import type { MetsExtents } from '../model/mets.js';
import { canBeRendered } from './can-be-rendered.js';
import { shownExtents } from '../structure/shown-extents.js';
import { hasCanvas, linkedPaths } from '../structure/canvas-files.js';

/** How a file is shown: as what it is, or by a placeholder with a link to the file. */
export type CanvasKind = 'Image' | 'Video' | 'Sound' | 'Placeholder';

/** A file that supplements a canvas, such as a transcript. */
export interface SupplementingFile {
  readonly path: string;
  readonly contentType: string | null;
  /** A URI; null where the METS has none. */
  readonly role: string | null;
}

/** A file of a METS that has a canvas. */
export interface Canvas {
  /** Relative to the root of the METS. */
  readonly path: string;
  readonly contentType: string;
  readonly kind: CanvasKind;
  /** In pixels, as it is shown; null where the METS has none. */
  readonly width: number | null;
  readonly height: number | null;
  /** In seconds; null where the METS has none. */
  readonly duration: number | null;
  readonly supplements: readonly SupplementingFile[];
}

/**
 * Whether every image is painted, or such only as the image service can show: of known extents, and of a kind that can be
 * read. Video and audio of unknown extents never are (preservation 4.9).
 */
export interface CanvasRules {
  readonly paintsEveryImage: boolean;
}

/** The canvases of a METS, in its order (preservation 4.9, companion 15.2). */
export function* canvasesOf(mets: Pick<DescribedMets, 'files' | 'filesByPath'>, rules: CanvasRules): Generator<Canvas> {
  const linked = linkedPaths(linksIn(mets));
  for (const file of mets.files) {
    const { localPath: path, contentType, links } = file;
    if (contentType === null || !hasCanvas(path, contentType, linked)) continue;
    const supplements = links
      .filter(({ to }) => to !== path)
      .map(({ to, role }) => ({ path: to, role, contentType: mets.filesByPath.get(to)?.contentType ?? null }));
    const known = shownExtents(file);
    yield { path, contentType, kind: kindOf(file, known, rules), ...known, supplements };
  }
}

function* linksIn({ files }: Pick<DescribedMets, 'files'>): Generator<{ from: string; to: string }> {
  for (const { localPath: from, links } of files) for (const { to } of links) yield { from, to };
}

const kindOf = (file: DescribedFile, extents: MetsExtents, { paintsEveryImage }: CanvasRules): CanvasKind => {
  const hasSize = extents.width !== null && extents.height !== null;
  const hasDuration = extents.duration !== null;
  switch (file.contentType?.toLowerCase().split('/', 1)[0]) {
    case 'image':
      return paintsEveryImage || (hasSize && canBeRendered(file)) ? 'Image' : 'Placeholder';
    case 'video':
      return hasSize && hasDuration ? 'Video' : 'Placeholder';
    case 'audio':
      return hasDuration ? 'Sound' : 'Placeholder';
    default:
      return 'Placeholder';
  }
};
