import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const LIFE_MS = 60_000;
const MOST_PENDING = 100;

/** What a person has agreed to, at the page of the issuer. */
export interface Grant {
  readonly clientId: string;
  readonly redirectUri: string;
  /** BASE64URL(SHA-256(verifier)) of PKCE (RFC 7636, 4.2). */
  readonly challenge: string;
  /** For the ID token; null where the client wants none. */
  readonly nonce: string | null;
  readonly user: string;
}

/** The codes of people who have just signed in, in memory. */
export interface AuthorizationCodes {
  issue(grant: Grant): string;
  /** What a code was for, once; null for an unknown one, or for a client that does not show what it began with. */
  redeem(
    code: string,
    by: Pick<Grant, 'clientId' | 'redirectUri'> & { readonly verifier: string },
  ): Pick<Grant, 'user' | 'nonce'> | null;
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** `now` is in milliseconds. */
export const authorizationCodes = (now: () => number): AuthorizationCodes => {
  const pending = new Map<string, Grant & { readonly until: number }>();
  return {
    issue(grant) {
      for (const [code, { until }] of pending) if (now() >= until || pending.size >= MOST_PENDING) pending.delete(code);
      const code = randomBytes(32).toString('base64url');
      pending.set(code, { ...grant, until: now() + LIFE_MS });
      return code;
    },
    redeem(code, { clientId, redirectUri, verifier }) {
      const grant = pending.get(code);
      pending.delete(code);
      if (grant === undefined || now() >= grant.until) return null;
      const isTheirs = grant.clientId === clientId && grant.redirectUri === redirectUri;
      const expected = digestOf(grant.challenge);
      const shown = digestOf(digestOf(verifier).toString('base64url'));
      return isTheirs && timingSafeEqual(expected, shown) ? { user: grant.user, nonce: grant.nonce } : null;
    },
  };
};
