import type { DescribedMets } from '../mets/model/described-mets.js';
import type { MetsFile } from '../mets/model/mets.js';
import { hasCanvas, linkedPaths } from '../mets/structure/canvas-files.js';

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
  /** In pixels; null where the METS has none. */
  readonly width: number | null;
  readonly height: number | null;
  /** In seconds; null where the METS has none. */
  readonly duration: number | null;
  readonly supplements: readonly SupplementingFile[];
}

/** Whether images are painted whose extents are not known; video and audio never are (preservation 4.9). */
export interface CanvasRules {
  readonly paintsImagesOfUnknownSize: boolean;
}

/** The canvases of a METS, in its order (preservation 4.9, companion 15.2). */
export function* canvasesOf(mets: Pick<DescribedMets, 'files' | 'filesByPath'>, rules: CanvasRules): Generator<Canvas> {
  const linked = linkedPaths(linksIn(mets));
  for (const { localPath: path, contentType, extents, links } of mets.files) {
    if (contentType === null || !hasCanvas(path, contentType, linked)) continue;
    const supplements = links
      .filter(({ to }) => to !== path)
      .map(({ to, role }) => ({ path: to, role, contentType: mets.filesByPath.get(to)?.contentType ?? null }));
    const known = knownExtents(extents);
    yield { path, contentType, kind: kindOf(contentType, known, rules), ...known, supplements };
  }
}

function* linksIn({ files }: Pick<DescribedMets, 'files'>): Generator<{ from: string; to: string }> {
  for (const { localPath: from, links } of files) for (const { to } of links) yield { from, to };
}

/** A width, height or duration of zero says nothing, and no canvas may have one. */
const knownExtents = ({ width, height, duration }: MetsFile['extents']): MetsFile['extents'] => ({
  width: width || null,
  height: height || null,
  duration: duration || null,
});

const kindOf = (
  contentType: string,
  { width, height, duration }: MetsFile['extents'],
  { paintsImagesOfUnknownSize }: CanvasRules,
): CanvasKind => {
  const hasSize = width !== null && height !== null;
  if (contentType.startsWith('image/')) return hasSize || paintsImagesOfUnknownSize ? 'Image' : 'Placeholder';
  if (contentType.startsWith('video/')) return hasSize && duration !== null ? 'Video' : 'Placeholder';
  if (contentType.startsWith('audio/')) return duration !== null ? 'Sound' : 'Placeholder';
  return 'Placeholder';
};
