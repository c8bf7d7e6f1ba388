import type { Size } from '../../formats/iiif/confined-size.js';

/** Decoded pixels, eight bits each, the channels of a pixel beside each other. */
export interface Pixels extends Size {
  readonly data: Uint8Array;
  readonly channels: 1 | 2 | 3 | 4;
}
