import type { Identify } from '../http/identify.js';
import { bearerToken } from './bearer-token.js';
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
