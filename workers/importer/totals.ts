import type { GroupState } from '../../formats/group-state/group-state.js';
import { eachInTurns, type InTurns } from '../../formats/turns.js';

/** How many files, and how many bytes in them; a file of unknown size counts as none. */
export interface Totals {
  readonly files: number;
  readonly bytes: number;
}

export function* totalsOf({ binaries }: GroupState): InTurns<Totals> {
  let bytes = 0;
  yield* eachInTurns(binaries.values(), ({ size }) => {
    bytes += size ?? 0;
  });
  return { files: binaries.size, bytes };
}

export const sum = (a: Totals, b: Totals): Totals => ({ files: a.files + b.files, bytes: a.bytes + b.bytes });

export const difference = (a: Totals, b: Totals): Totals => ({ files: a.files - b.files, bytes: a.bytes - b.bytes });
