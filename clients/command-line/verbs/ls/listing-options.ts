import { shownName } from '../../output/printable.js';
import type { Output } from '../../program/output.js';

/** What a listing shows. */
export interface ListingOptions {
  readonly isLong: boolean;
  readonly isRecursive: boolean;
  /** Whether everything is listed by its stored path. */
  readonly isStored: boolean;
  /** Whether digests are shown whole. */
  readonly isFull: boolean;
  /** Whether names are written as they are, each ended by a NUL. */
  readonly isNull: boolean;
}

/** A name of a listing: `name` on a terminal, the whole path elsewhere. */
export const listedName = (
  { name, path }: { readonly name: string; readonly path: string },
  { isNull }: Pick<ListingOptions, 'isNull'>,
  { form }: Pick<Output, 'form'>,
): string => {
  if (isNull) return path;
  return shownName(form === 'terminal' ? name : path);
};
