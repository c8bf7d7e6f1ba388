import { createHash, randomBytes } from 'node:crypto';

const LIFE_MS = 30 * 24 * 3_600_000;
const MOST_LOGINS = 1_000;

/** The refresh tokens of logins, in memory: they end with the issuer. */
export interface RefreshTokens {
  issue(user: string, clientId: string): string;
  /**
   * Exchanges a token for the next one of its login. Null for an unknown one; one that was exchanged before ends the whole
   * login, since somebody else may have it (RFC 9700, 4.14.2).
   */
  exchange(token: string, clientId: string): { readonly user: string; readonly next: string } | null;
  /** Ends the login of a token, if there is one. */
  revoke(token: string): void;
}

interface Login {
  readonly user: string;
  readonly clientId: string;
  /** The digest of the only token that is good. */
  readonly current: string;
  readonly until: number;
}

const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** The part before the dot names the login. */
const loginIn = (token: string): string => token.split('.')[0] ?? '';

/** `now` is in milliseconds. */
export const refreshTokens = (now: () => number): RefreshTokens => {
  const logins = new Map<string, Login>();
  const tokenOf = (login: string, user: string, clientId: string): string => {
    const token = `${login}.${randomBytes(32).toString('base64url')}`;
    logins.set(login, { user, clientId, current: digestOf(token), until: now() + LIFE_MS });
    return token;
  };
  return {
    issue(user, clientId) {
      const [oldest] = logins.keys();
      if (logins.size >= MOST_LOGINS && oldest !== undefined) logins.delete(oldest);
      return tokenOf(randomBytes(16).toString('base64url'), user, clientId);
    },
    exchange(token, clientId) {
      const id = loginIn(token);
      const login = logins.get(id);
      if (login?.clientId !== clientId) return null;
      logins.delete(id);
      if (login.current !== digestOf(token) || now() >= login.until) return null;
      return { user: login.user, next: tokenOf(id, login.user, clientId) };
    },
    revoke: (token) => void logins.delete(loginIn(token)),
  };
};
