import type { GroupState } from '../../formats/group-state/group-state.js';
import { eachSliced, type SlicedWork } from '../../flow/slices.js';

/** The number of files and of their bytes; a file of unknown size counts 0 bytes. */
export interface Totals {
  readonly files: number;
  readonly bytes: number;
}

export function* totalsOf({ binaries }: GroupState): SlicedWork<Totals> {
  let bytes = 0;
  yield* eachSliced(binaries.values(), ({ size }) => {
    bytes += size ?? 0;
  });
  return { files: binaries.size, bytes };
}

export const sum = (a: Totals, b: Totals): Totals => ({ files: a.files + b.files, bytes: a.bytes + b.bytes });

export const difference = (a: Totals, b: Totals): Totals => ({ files: a.files - b.files, bytes: a.bytes - b.bytes });
