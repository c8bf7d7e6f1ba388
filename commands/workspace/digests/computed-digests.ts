import { digestFile, type KeptDigest } from './digest-file.js';
import type { ReadDigests } from './digest-reader.js';

/** Digests that the platform computed by reading an object. */
export interface ComputedDigest extends KeptDigest, ReadDigests {}

const file = digestFile<ComputedDigest>('digests');

/** What was computed of each object before. */
export const computedOf = file.of;

/** Keeps what was computed; it is computed again where others were faster too often. */
export const keepComputed = file.keep;
