import { escapeSegment } from '../paths/repository-path.js';
import type { Canvas } from '../mets/description/canvases.js';
import { confinedSize, type Size } from './confined-size.js';
import type { LabelledValue, ManifestOf, Painting } from './manifest.js';

/** Where a deposit's manifest and its media are. */
export interface DepositAddresses {
  /** Of the preservation service, without a slash at its end. */
  readonly base: string;
  readonly depositId: string;
  /** Of the IIIF session. */
  readonly token: string;
}

/** The longer side of the image that a canvas is painted with, and of its thumbnail, in pixels (companion 15.2). */
export const PAINTED = 1_200;
export const THUMBNAIL = 100;

/** The images for what cannot be painted. */
export const PLACEHOLDER: Size = { width: 1_000, height: 800 };
export const PLACEHOLDER_THUMBNAIL: Size = { width: 100, height: 80 };

const escaped = (path: string): string => path.split('/').map(escapeSegment).join('/');

/** What the ids of all canvases of a deposit begin with. */
export const canvasBase = ({ base, depositId }: Omit<DepositAddresses, 'token'>): string =>
  `${base}/deposits/${escapeSegment(depositId)}/iiif/canvases/`;

/** The address of a deposit's manifest, which is its id. */
export const depositManifestUri = ({ base, depositId, token }: DepositAddresses): string =>
  `${base}/deposits/${escapeSegment(depositId)}/iiif-token/${token}`;

/** The address of a file's media; `type` is one of those of preservation 4.9. */
export const mediaUri = ({ base, depositId, token }: DepositAddresses, type: string, path: string): string =>
  `${base}/media/${token}/deposit/${escapeSegment(depositId)}/${type}/${escaped(path)}`;

const imageAt = (service: string, size: Size): object => ({
  id: `${service}/full/${size.width},${size.height}/0/default.jpg`,
  type: 'Image',
  format: 'image/jpeg',
  ...size,
});

const greyImage = (at: DepositAddresses, name: string, size: Size): object => ({
  id: mediaUri(at, 'placeholder', name),
  type: 'Image',
  format: 'image/png',
  ...size,
});

const greyThumbnail = (at: DepositAddresses): readonly object[] => [greyImage(at, 'thumb.png', PLACEHOLDER_THUMBNAIL)];

const painted = (at: DepositAddresses, canvas: Canvas): Painting => {
  const { path, contentType, width, height, duration, kind } = canvas;
  const size = { width: width ?? 0, height: height ?? 0 };
  const original = (id: string, type: string): readonly object[] => [
    { id, type, format: contentType, behavior: ['original'], label: { none: [path] } },
  ];
  switch (kind) {
    case 'Image': {
      const service = mediaUri(at, 'imagesvc', path);
      const image = (most: number): object => imageAt(service, confinedSize(size, most));
      // Viewers ask an ImageService3 for sizes of their own, which level 0 does not have; Mirador 3 needs a service.
      const body = { ...image(PAINTED), service: [{ id: service, type: 'Service', profile: 'level0' }] };
      return { body, thumbnail: [image(THUMBNAIL)] };
    }
    case 'Video': {
      const id = mediaUri(at, 'video', path);
      const body = { id, type: kind, ...size, duration, format: contentType };
      return { body, thumbnail: greyThumbnail(at), rendering: original(id, kind) };
    }
    case 'Sound': {
      const id = mediaUri(at, 'audio', path);
      const body = { id, type: kind, duration, format: contentType };
      return { body, thumbnail: greyThumbnail(at), rendering: original(id, kind) };
    }
    case 'Placeholder': {
      const rendering = {
        id: mediaUri(at, 'file', path),
        type: 'Text',
        format: contentType,
        label: { none: [path] },
      };
      return {
        behavior: ['placeholder'],
        body: greyImage(at, 'canvas.png', PLACEHOLDER),
        thumbnail: greyThumbnail(at),
        rendering: [rendering],
        size: PLACEHOLDER,
      };
    }
  }
};

/** The addresses and paintings of a deposit's manifest; images that cannot be shown are placeholders. */
export const depositManifest = (
  at: DepositAddresses,
  label: string,
  metadata: readonly LabelledValue[],
): ManifestOf => ({
  id: depositManifestUri(at),
  label,
  metadata,
  paintsEveryImage: false,
  canvasId: (path) => canvasBase(at) + escaped(path),
  rangeId: (id) => `${at.base}/deposits/${escapeSegment(at.depositId)}/iiif/ranges/${escapeSegment(id)}`,
  fileUri: (path) => mediaUri(at, 'file', path),
  painting: (canvas) => painted(at, canvas),
});
