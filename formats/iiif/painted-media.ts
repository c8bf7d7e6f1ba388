import { escapeSegment } from '../paths/repository-path.js';
import type { Canvas } from '../mets/description/canvases.js';
import { confinedSize, type Size } from './confined-size.js';
import type { Painting } from './manifest.js';

/** Where the media of a deposit, or of a version of an archival group, are served. */
export interface MediaAddresses {
  /** Of the preservation service, without a slash at its end. */
  readonly base: string;
  /** Of the IIIF session. */
  readonly token: string;
  readonly source: 'deposit' | 'archivalgroup';
  /** Of what the session shows. */
  readonly id: string;
}

/** The longer side of the image that a canvas is painted with, and of its thumbnail, in pixels (companion 15.2). */
export const PAINTED = 1_200;
export const THUMBNAIL = 100;

/** The images for what cannot be painted. */
export const PLACEHOLDER: Size = { width: 1_000, height: 800 };
export const PLACEHOLDER_THUMBNAIL: Size = { width: 100, height: 80 };

const escaped = (path: string): string => path.split('/').map(escapeSegment).join('/');

/** The address of a file's media; `type` is one of those of preservation 4.9. */
export const mediaUri = ({ base, token, source, id }: MediaAddresses, type: string, path: string): string =>
  `${base}/media/${token}/${source}/${escapeSegment(id)}/${type}/${escaped(path)}`;

const imageAt = (service: string, size: Size): object => ({
  id: `${service}/full/${size.width},${size.height}/0/default.jpg`,
  type: 'Image',
  format: 'image/jpeg',
  ...size,
});

const greyImage = (at: MediaAddresses, name: string, size: Size): object => ({
  id: mediaUri(at, 'placeholder', name),
  type: 'Image',
  format: 'image/png',
  ...size,
});

const greyThumbnail = (at: MediaAddresses): readonly object[] => [greyImage(at, 'thumb.png', PLACEHOLDER_THUMBNAIL)];

/** What a canvas is painted with; images that cannot be shown are placeholders. */
export const paintedMedia = (at: MediaAddresses, canvas: Canvas): Painting => {
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
