import type { SessionTokens } from '../../commands/console-sessions/console-sessions.js';

/** What the browser keeps between the beginning and the end of a sign-in. */
export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE (RFC 7636). */
  readonly verifier: string;
}

/**
 * The identity provider at which people sign in (OpenID Connect, authorization code with PKCE). Rejects with faults whose
 * code is `login-refused`, `login-ended`, `client-refused`, `provider-unfit` or, for what may pass, `provider-unavailable`.
 */
export interface PeopleProvider {
  /** As people know it: `id.archives.example`. */
  readonly host: string;
  /** Where the browser goes to sign in, and what it keeps meanwhile. */
  begin(redirectUri: string): Promise<{ readonly address: string; readonly pending: PendingSignIn }>;
  /** The tokens for the address to which the browser came back, which has the redirect URI before its query. */
  complete(callback: URL, pending: PendingSignIn): Promise<SessionTokens>;
  /** Exchanges a refresh token, which is spent by that. */
  prolong(refreshToken: string): Promise<SessionTokens>;
  /** Tells the provider that a login has ended, where it wants to know. */
  end(refreshToken: string): Promise<void>;
  /** Where the browser goes to sign out at the provider, too, and comes back from; null where the provider has no such page. */
  signOutAddress(backUri: string): Promise<string | null>;
}
