import { listed, type Told } from '../listed.js';

/** `1 file`, `2 files`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** `3 files copied, 1 not`: things of one kind by what became of them, but not of none; '' where all are none. */
export const tally = (noun: string, ...parts: readonly Told[]): string =>
  listed((count) => counted(count, noun), parts);
