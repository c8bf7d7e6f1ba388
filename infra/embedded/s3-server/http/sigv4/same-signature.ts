import { timingSafeEqual } from 'node:crypto';

/** Compares without telling by its time how much agreed. `claimed` is hex. */
export const sameSignature = (wanted: Buffer, claimed: string): boolean => {
  const given = Buffer.from(claimed, 'hex');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
};
