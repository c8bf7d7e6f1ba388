import { escapeSegment } from '../paths/repository-path.js';
import type { Canvas } from './canvases.js';
import type { ManifestOf, Painting } from './manifest.js';

/** Where the manifest of an archival group and the bytes of its files are. */
export interface GroupAddresses {
  /** The address of the request, which is the id of the manifest. */
  readonly id: string;
  /** What the addresses of the bytes of all files begin with, with a slash at its end. */
  readonly content: string;
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

/** The addresses and paintings of an archival group's manifest, in which every image is painted (companion 15.5). */
export const groupManifest = ({ id, content }: GroupAddresses, label: string): ManifestOf => {
  const fileUri = (path: string): string => content + escaped(path);
  return {
    id,
    label,
    metadata: [],
    paintsEveryImage: true,
    canvasId: (path) => `${id}/canvases/${escaped(path)}`,
    rangeId: (range) => `${id}/ranges/${escapeSegment(range)}`,
    fileUri,
    painting: (canvas) => painted(fileUri, canvas),
  };
};
