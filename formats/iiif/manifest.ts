import type { DescribedMets, LogicalRange, RangeFile } from '../mets/model/described-mets.js';
import { canvasesOf, type Canvas, type SupplementingFile } from '../mets/description/canvases.js';
import { rangeLabel } from '../mets/logical/range-label.js';
import { fragmentOf } from './media-fragment.js';

const CONTEXT = 'http://iiif.io/api/presentation/3/context.json';

/** Text by language; `none` is for text in no language. */
export type LanguageMap = Readonly<Partial<Record<'en' | 'none', readonly string[]>>>;

export interface LabelledValue {
  readonly label: LanguageMap;
  readonly value: LanguageMap;
}

/** What a canvas is painted with, and what stands beside it. */
export interface Painting {
  readonly body: object;
  readonly thumbnail?: readonly object[];
  readonly rendering?: readonly object[];
  readonly behavior?: readonly string[];
  /** For canvases whose file has no extents. */
  readonly size?: { readonly width: number; readonly height: number };
}

/** The addresses of one manifest, and what it says of itself. */
export interface ManifestOf {
  readonly id: string;
  readonly label: string;
  readonly metadata: readonly LabelledValue[];
  readonly paintsEveryImage: boolean;
  canvasId(path: string): string;
  rangeId(id: string): string;
  fileUri(path: string): string;
  painting(canvas: Canvas): Painting;
}

const isPresent = <T>(list: readonly T[] | undefined): list is readonly T[] => list !== undefined && list.length > 0;

/**
 * The manifest of a METS (preservation 4.9, companion 15.2), with lists that are made when they are written: functions
 * that give their items.
 */
export const manifestOf = (mets: DescribedMets, of: ManifestOf): object => {
  const rules = { paintsEveryImage: of.paintsEveryImage };
  const paths = new Set<string>();
  for (const { path } of canvasesOf(mets, rules)) paths.add(path);
  return {
    '@context': CONTEXT,
    id: of.id,
    type: 'Manifest',
    label: { none: [of.label] },
    ...(isPresent(of.metadata) ? { metadata: of.metadata } : {}),
    items: function* () {
      for (const canvas of canvasesOf(mets, rules)) yield canvasInManifest(canvas, of);
    },
    ...(isPresent(mets.logicalStructures)
      ? { structures: () => structuresInManifest(mets.logicalStructures, paths, of) }
      : {}),
  };
};

/** The ranges of logical structures; `canvases` are the paths of the files that have one. */
export const structuresInManifest = (
  structures: readonly LogicalRange[],
  canvases: ReadonlySet<string>,
  of: Pick<ManifestOf, 'canvasId' | 'rangeId'>,
): readonly object[] => structures.map((range) => rangeJson(range, of, canvases));

export const canvasInManifest = (canvas: Canvas, of: ManifestOf): object => {
  const { path, supplements } = canvas;
  const id = of.canvasId(path);
  const { body, thumbnail, rendering, behavior, size } = of.painting(canvas);
  const width = canvas.width ?? size?.width;
  const height = canvas.height ?? size?.height;
  return {
    id,
    type: 'Canvas',
    label: { none: [path] },
    ...(width === undefined || height === undefined ? {} : { width, height }),
    ...(canvas.duration === null ? {} : { duration: canvas.duration }),
    ...(isPresent(behavior) ? { behavior } : {}),
    ...(isPresent(thumbnail) ? { thumbnail } : {}),
    ...(isPresent(rendering) ? { rendering } : {}),
    items: [
      {
        id: `${id}/painting`,
        type: 'AnnotationPage',
        items: [{ id: `${id}/painting/annotation`, type: 'Annotation', motivation: 'painting', body, target: id }],
      },
    ],
    ...(isPresent(supplements) ? { annotations: [supplementing(id, supplements, of)] } : {}),
  };
};

/** One page for all files that supplement a canvas. */
const supplementing = (canvas: string, supplements: readonly SupplementingFile[], of: ManifestOf): object => ({
  id: `${canvas}/annotations`,
  type: 'AnnotationPage',
  items: supplements.map(({ path, contentType, role }, index) => ({
    id: `${canvas}/annotations/${index + 1}`,
    type: 'Annotation',
    motivation: 'supplementing',
    body: {
      id: of.fileUri(path),
      type: 'Text',
      label: { en: [labelOfRole(role)] },
      ...(contentType === null ? {} : { format: contentType }),
      ...(role === null ? {} : { provides: [keywordOf(role)] }),
    },
    target: canvas,
  })),
});

const PRESENTATION = 'http://iiif.io/api/presentation/3#';

/** The keyword of a role in the presentation API, or its URI. */
const keywordOf = (role: string): string => (role.startsWith(PRESENTATION) ? role.slice(PRESENTATION.length) : role);

const labelOfRole = (role: string | null): string => {
  if (role === null) return 'Linked file';
  const word = keywordOf(role).replace(/^.*[/#]/s, '');
  return word === '' ? role : word.charAt(0).toUpperCase() + word.slice(1);
};

/** A range with its terms as metadata; files without a canvas are left out. */
const rangeJson = (
  range: LogicalRange,
  of: Pick<ManifestOf, 'canvasId' | 'rangeId'>,
  canvases: ReadonlySet<string>,
): object => {
  const { id, type, name, own } = range;
  const entry = (label: string, value: string): LabelledValue => ({ label: { en: [label] }, value: { none: [value] } });
  return {
    id: of.rangeId(id),
    type: 'Range',
    label: { en: [rangeLabel(range)] },
    metadata: [
      entry('Type', type),
      entry('Name', name ?? ''),
      entry('id', id),
      ...own.accessRestrictions.map((restriction) => entry('access restriction', restriction)),
      ...own.recordIdentifiers.map(({ source, value }) => entry(`record identifier: ${source}`, value)),
    ],
    ...(own.rightsStatement === null ? {} : { rights: own.rightsStatement }),
    items: [
      ...range.ranges.map((each) => rangeJson(each, of, canvases)),
      ...range.files
        .filter(({ localPath }) => canvases.has(localPath))
        .map((file) => ({ id: withFragment(of.canvasId(file.localPath), file), type: 'Canvas' })),
    ],
  };
};

const withFragment = (canvas: string, file: RangeFile): string => {
  const fragment = fragmentOf(file);
  return fragment === '' ? canvas : `${canvas}#${fragment}`;
};
