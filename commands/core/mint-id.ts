import { createHash } from 'node:crypto';

/** Without letters and digits that are easily confused (companion 4.1). */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz';
const ALPHABET = `23456789${LETTERS}`;
const LENGTH = 12;

/**
 * The id of a deposit, import job, result or export: twelve characters, the first a letter. The same seed always gives
 * the same id, so that a repeated request gets the same one.
 */
export const mintId = (seed: string): string => {
  let rest = BigInt(`0x${createHash('sha256').update(seed).digest('hex')}`);
  const draw = (alphabet: string): string => {
    const index = Number(rest % BigInt(alphabet.length));
    rest /= BigInt(alphabet.length);
    return alphabet.charAt(index);
  };
  return draw(LETTERS) + Array.from({ length: LENGTH - 1 }, () => draw(ALPHABET)).join('');
};
