import type { Size } from '../../formats/iiif/confined-size.js';

/** What a process for images is to make. */
export type ImageOrder =
  | {
      readonly kind: 'jpeg';
      /** The file of the source. */
      readonly path: string;
      readonly size: Size;
      readonly mostPixels: number;
      /** For an image that cannot be decoded row by row. */
      readonly mostWholePixels: number;
    }
  | { readonly kind: 'placeholder'; readonly size: Size };

/** The bytes of the image, or why there is none. */
export type ImageReply = { readonly image: Uint8Array } | { readonly refused: string };
