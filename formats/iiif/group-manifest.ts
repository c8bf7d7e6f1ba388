import { escapeSegment } from '../paths/repository-path.js';
import type { Canvas } from '../mets/description/canvases.js';
import type { ManifestOf, Painting } from './manifest.js';

/** Where the manifest of an archival group and the bytes of its files are. */
export interface GroupAddresses {
  /** Of the manifest of the newest version. */
  readonly id: string;
  /** What the addresses of the bytes of all files begin with, with a slash at its end. */
  readonly content: string;
  /** The label of the version; null for the newest. */
  readonly version: string | null;
}

const escaped = (path: string): string => path.split('/').map(escapeSegment).join('/');

const painted = (fileUri: (path: string) => string, canvas: Canvas): Painting => {
  const { path, contentType, width, height, duration, kind } = canvas;
  const id = fileUri(path);
  const size = width === null || height === null ? {} : { width, height };
  const rendering = (type: string): readonly object[] => [
    { id, type, format: contentType, behavior: ['original'], label: { none: [path] } },
  ];
  switch (kind) {
    case 'Image':
      return { body: { id, type: kind, format: contentType, ...size } };
    case 'Video':
      return { body: { id, type: kind, ...size, duration, format: contentType }, rendering: rendering(kind) };
    case 'Sound':
      return { body: { id, type: kind, duration, format: contentType }, rendering: rendering(kind) };
    case 'Placeholder':
      return {
        behavior: ['placeholder'],
        body: { id: 'placeholder/canvas.png', type: 'Image', format: 'image/png', width: 1_000, height: 800 },
        thumbnail: [{ id: 'placeholder/thumb.png', type: 'Image', format: 'image/png', width: 100, height: 80 }],
        rendering: [{ id, type: 'Text', format: contentType, label: { none: [path] } }],
        size: { width: 1_000, height: 800 },
      };
  }
};

/** The ids of an archival group's manifest, of its canvases and of its ranges. */
export const groupIds = ({
  id,
  version,
}: Omit<GroupAddresses, 'content'>): Pick<ManifestOf, 'id' | 'canvasId' | 'rangeId'> => {
  const query = queryOf(version);
  return {
    id: id + query,
    canvasId: (path) => `${id}/canvases/${escaped(path)}${query}`,
    rangeId: (range) => `${id}/ranges/${escapeSegment(range)}${query}`,
  };
};

const queryOf = (version: string | null): string => (version === null ? '' : `?version=${version}`);

/** The addresses and paintings of an archival group's manifest, in which every image is painted (companion 15.5). */
export const groupManifest = (at: GroupAddresses, label: string): ManifestOf => {
  const fileUri = (path: string): string => at.content + escaped(path) + queryOf(at.version);
  return {
    ...groupIds(at),
    label,
    metadata: [],
    paintsEveryImage: true,
    fileUri,
    painting: (canvas) => painted(fileUri, canvas),
  };
};
