import { decodeProtectedHeader } from 'jose';
import type { Algorithm } from 'jsonwebtoken';

/** What is read of a token before its signature is verified: only what is needed to find the key. */
export interface TokenHeader {
  readonly alg: Algorithm;
  readonly kid: string | null;
}

/** Longer tokens are refused unread; usual ones have a few thousand characters. */
const LONGEST = 16_384;

/** Algorithms with a private key. Never `none`, never a shared secret. */
export const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'] as const;
const TYPES = ['jwt', 'at+jwt', 'application/at+jwt'];

const isAlgorithm = (alg: unknown): alg is Algorithm => ALGORITHMS.some((each) => each === alg);

const parse = (token: string): Readonly<Record<string, unknown>> | null => {
  try {
    return decodeProtectedHeader(token);
  } catch {
    return null;
  }
};

/** Reads the header of a token; never throws. */
export const readTokenHeader = (token: string): TokenHeader | { readonly invalid: string } => {
  if (token.length > LONGEST) return { invalid: 'The token is too long.' };
  const header = /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token) ? parse(token) : null;
  if (header === null) return { invalid: 'The token is malformed.' };
  const { alg, kid = null, typ = 'JWT' } = header;
  if (!isAlgorithm(alg)) return { invalid: 'The token is signed by an algorithm that is not accepted.' };
  if (kid !== null && typeof kid !== 'string') return { invalid: 'The token is malformed.' };
  if (typeof typ !== 'string' || !TYPES.includes(typ.toLowerCase()))
    return { invalid: 'The token is of another type.' };
  // RFC 7515 4.1.11: a token with critical headers that are not understood must be refused.
  return 'crit' in header ? { invalid: 'The token has critical headers that are not understood.' } : { alg, kid };
};
