import type { Fact } from '../../../events/envelope.js';

/** A sentence for each type of a family, about `by`, the name of the agent. */
export type Sentences<F extends Fact> = {
  readonly [T in F['type']]: (data: Extract<F, { readonly type: T }>['data'], by: string) => string;
};

/** `1 file`, `2 files`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
