import jwt, { type Algorithm, type JwtPayload } from 'jsonwebtoken';
import type { Verdict, VerifyToken } from '../../gateways/identity/token-verifier.js';
import type { KeyCache } from './key-cache.js';
import { readTokenHeader } from './token-header.js';

/** What is checked besides signature and issuer. */
export interface TokenRules {
  /** The token must be for one of these. */
  readonly audiences: readonly [string, ...string[]];
  /** Tolerated difference between the clocks of provider and service. */
  readonly clockSkewSeconds: number;
}

/** Messages for common errors of the library; callers need not be told the others. */
const whyRefused = (error: unknown): string => {
  const message = error instanceof Error ? error.message : '';
  if (message === 'jwt expired') return 'The token has expired.';
  if (message === 'jwt not active') return 'The token is not valid yet.';
  if (message.startsWith('jwt audience invalid')) return 'The token is for another audience.';
  if (message.startsWith('jwt issuer invalid')) return 'The token is of another issuer.';
  return 'The token does not hold.';
};

const isMoment = (seconds: unknown): boolean => typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0;

/** The claims of a verified token; one without an expiry or without claims is invalid. */
const checkClaims = (payload: JwtPayload | string): Verdict => {
  if (typeof payload === 'string' || Array.isArray(payload)) return { invalid: 'The token is malformed.' };
  const { exp, nbf, iat } = payload;
  if (exp === undefined) return { invalid: 'The token never expires.' };
  const times = [exp, nbf, iat].filter((each) => each !== undefined);
  return times.every(isMoment) ? { claims: payload } : { invalid: 'The token has a time that is none.' };
};

/**
 * Verifies tokens with the provider's keys. Algorithm, audience and issuer are always checked. `now` is in
 * milliseconds.
 */
export const tokenVerifier =
  (keys: Pick<KeyCache, 'find'>, { audiences, clockSkewSeconds }: TokenRules, now: () => number): VerifyToken =>
  async (token) => {
    const header = readTokenHeader(token);
    if ('invalid' in header) return header;
    const known = await keys.find(header);
    if (known === null) return { invalid: 'The token is signed with a key that its issuer does not offer.' };
    const algorithms: Algorithm[] = [header.alg]; // the key was found for this algorithm
    try {
      return checkClaims(
        jwt.verify(token, known.key, {
          algorithms,
          audience: [...audiences],
          issuer: known.issuer,
          clockTolerance: clockSkewSeconds,
          clockTimestamp: Math.floor(now() / 1000),
        }),
      );
    } catch (error) {
      return { invalid: whyRefused(error) };
    }
  };
