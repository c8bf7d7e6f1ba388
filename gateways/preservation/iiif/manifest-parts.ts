import { refuse } from '../../../commands/core/decider.js';
import { canvasInManifest, structuresInManifest, type ManifestOf } from '../../../formats/iiif/manifest.js';
import type { Canvas, CanvasKind } from '../../../formats/mets/description/canvases.js';
import type { LogicalRange } from '../../../formats/mets/model/described-mets.js';
import { notFound } from '../../http/answer/problem.js';
import { lazyList } from '../../http/answer/lazy-list.js';
import { json, type Answer } from '../../http/route.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import { manifestTag } from './manifest-tag.js';
import type { ShownMedia, ShownMets } from './shown-media.js';

/** Which canvases are wanted: a page of all, or of those of a kind or in no range, or the one of a file. */
export interface CanvasesQuery {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly path?: string;
  readonly kind?: CanvasKind;
  /** Whether a range has it. */
  readonly ranged?: boolean;
}

interface NumberedCanvas {
  readonly number: number;
  readonly canvas: Canvas;
}

type Parts = Extract<ShownMets['parts'], { ok: true }>['value'];

/** Some canvases of a manifest, each with its number from 1. */
export const canvasesAnswer = (media: ShownMedia, of: ManifestOf, query: CanvasesQuery): Answer =>
  withParts(media, (parts) => {
    const { page, pageSize } = query;
    const wanted = wantedCanvases(parts, query);
    const first = (page - 1) * pageSize;
    return json(
      200,
      {
        total: wanted.length,
        page,
        pageSize,
        canvases: lazyList(
          () => wanted.slice(first, first + pageSize),
          ({ number, canvas }) => {
            const { path: file, kind, contentType } = canvas;
            return { number, path: file, kind, contentType, canvas: canvasInManifest(canvas, of) };
          },
        ),
      },
      PRIVATE,
    );
  });

/** All canvases that are asked for, each with its number from 1 among all. */
const wantedCanvases = ({ canvases, structures }: Parts, query: CanvasesQuery): NumberedCanvas[] => {
  const { path, kind, ranged } = query;
  const inRanges = ranged === undefined ? null : new Set(structures.flatMap(pathsWithin));
  const isWanted = (canvas: Canvas): boolean =>
    (path === undefined || canvas.path === path) &&
    (kind === undefined || canvas.kind === kind) &&
    (inRanges === null || inRanges.has(canvas.path) === ranged);
  const wanted: NumberedCanvas[] = [];
  for (const [index, canvas] of canvases.entries()) if (isWanted(canvas)) wanted.push({ number: index + 1, canvas });
  return wanted;
};

const pathsWithin = ({ files, ranges }: LogicalRange): string[] => [
  ...files.map(({ localPath }) => localPath),
  ...ranges.flatMap(pathsWithin),
];

/** The ranges of a manifest, with an ETag under which they can be posted. */
export const rangesAnswer = (media: ShownMedia, of: ManifestOf, headers: Readonly<Record<string, string>>): Answer =>
  withParts(media, ({ canvases, structures }, etag) => {
    const value = {
      structures: () => structuresInManifest(structures, new Set(canvases.map(({ path }) => path)), of),
    };
    return json(200, value, { ...PRIVATE, ...headers, ETag: manifestTag(etag, ['ranges']) });
  });

const PRIVATE = { 'Cache-Control': 'private, no-cache' };

const withParts = ({ what, mets }: ShownMedia, answer: (parts: Parts, etag: string) => Answer): Answer => {
  if (mets === null) return notFound(`The ${what} has no METS file.`);
  const { etag, parts } = mets;
  return parts.ok ? answer(parts.value, etag) : refusalAnswer(refuse('mets-unreadable', parts.refusal.fault.message));
};
