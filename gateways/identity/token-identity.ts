import type { Identify } from '../http/identify.js';
import type { KnownClients } from './known-clients.js';
import { resolveCaller } from './resolve-caller.js';
import type { VerifyToken } from './token-verifier.js';
import { tokenRefused, tokenWanted } from '../http/unauthorized.js';

/**
 * Identifies callers by their bearer tokens (preservation 5). Rejects when a token cannot be verified at the moment.
 */
export const tokenIdentity =
  (verify: VerifyToken, clients: KnownClients): Identify =>
  async ({ values }) => {
    const presented = bearerToken(values('authorization'));
    if ('absent' in presented) return { refused: tokenWanted(presented.absent), because: 'no bearer token' };
    const verdict = 'token' in presented ? await verify(presented.token) : presented;
    if ('invalid' in verdict) return { refused: tokenRefused(verdict.invalid), because: verdict.invalid };
    return { caller: resolveCaller(verdict.claims, values('x-client-identity'), clients) };
  };

/** The content of the Authorization headers of a request. */
type PresentedToken = { readonly token: string } | { readonly absent: string } | { readonly invalid: string };

/** The token in the Authorization headers of a request; the scheme in any casing (RFC 9110 11.1, RFC 6750 2.1). */
export const bearerToken = (values: readonly string[]): PresentedToken => {
  const [value = '', ...others] = values;
  if (others.length > 0) return { invalid: 'The request has more than one Authorization header.' };
  const [, scheme = '', rest = ''] = /^([^ ]*) *(.*)$/s.exec(value) ?? [];
  if (scheme.toLowerCase() !== 'bearer') return { absent: 'This request needs a bearer token.' };
  const token = rest.trim();
  return /^[A-Za-z0-9._~+/=-]+$/.test(token) ? { token } : { invalid: 'The bearer token is malformed.' };
};
