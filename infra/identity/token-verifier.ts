import jwt, { type Algorithm, type JwtPayload } from 'jsonwebtoken';
import type { Verdict, VerifyToken } from '../../gateways/identity/token-verifier.js';
import type { KeyCache } from './key-cache.js';
import { readTokenHeader } from './token-header.js';

/** What tokens are held to beside their signature and issuer. */
export interface TokenRules {
  /** The token must be for one of these. */
  readonly audiences: readonly [string, ...string[]];
  /** How far the clocks of provider and service may be apart. */
  readonly clockSkewSeconds: number;
}

/** Sentences for what the library finds; it finds much more, of which strangers need not be told. */
const whyRefused = (error: unknown): string => {
  const message = error instanceof Error ? error.message : '';
  if (message === 'jwt expired') return 'The token has expired.';
  if (message === 'jwt not active') return 'The token is not valid yet.';
  if (message.startsWith('jwt audience invalid')) return 'The token is for another audience.';
  if (message.startsWith('jwt issuer invalid')) return 'The token is of another issuer.';
  return 'The token does not hold.';
};

const isMoment = (seconds: unknown): boolean => typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0;

/** The claims of a verified token; one that never ends, or that has no claims, does not hold. */
const verdictOn = (payload: JwtPayload | string): Verdict => {
  if (typeof payload === 'string' || Array.isArray(payload)) return { invalid: 'The token is malformed.' };
  const { exp, nbf, iat } = payload;
  if (exp === undefined) return { invalid: 'The token never expires.' };
  const times = [exp, nbf, iat].filter((each) => each !== undefined);
  return times.every(isMoment) ? { claims: payload } : { invalid: 'The token has a time that is none.' };
};

/** Judges tokens by the provider's keys. Algorithm, audience and issuer are always pinned. `now` in milliseconds. */
export const tokenVerifier =
  (keys: Pick<KeyCache, 'find'>, { audiences, clockSkewSeconds }: TokenRules, now: () => number): VerifyToken =>
  async (token) => {
    const header = readTokenHeader(token);
    if ('invalid' in header) return header;
    const known = await keys.find(header);
    if (known === null) return { invalid: 'The token is signed with a key that its issuer does not offer.' };
    const algorithms: Algorithm[] = [header.alg]; // which the key is known to be for
    try {
      return verdictOn(
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
