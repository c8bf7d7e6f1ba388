import type { GroupState } from '../../formats/group-state/group-state.js';
import { eachSliced, type Sliced } from '../../flow/slices.js';

/** How many files, and how many bytes in them; a file of unknown size counts as none. */
export interface Totals {
  readonly files: number;
  readonly bytes: number;
}

export function* totalsOf({ binaries }: GroupState): Sliced<Totals> {
  let bytes = 0;
  yield* eachSliced(binaries.values(), ({ size }) => {
    bytes += size ?? 0;
  });
  return { files: binaries.size, bytes };
}

export const sum = (a: Totals, b: Totals): Totals => ({ files: a.files + b.files, bytes: a.bytes + b.bytes });

export const difference = (a: Totals, b: Totals): Totals => ({ files: a.files - b.files, bytes: a.bytes - b.bytes });
