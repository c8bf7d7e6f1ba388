import { pause } from '../../flow/pause.js';
import {
  endConsoleSession,
  isClaimed,
  readHeld,
  replaceHeld,
  sessionIn,
  type ConsoleSessionStore,
  type FoundSession,
  type HeldSession,
  type SessionTokens,
} from './console-sessions.js';
import { sealText } from './sealed-text.js';

/** How long the identity provider may take; a process that was killed meanwhile holds others up no longer. */
const CLAIM_MS = 20_000;
const LOOK_AGAIN_MS = 100;

/** Gets the next tokens for a refresh token, which may be good once; null where the login has ended. */
export type ProlongTokens = (refreshToken: string) => Promise<SessionTokens | null>;

const isDue = ({ now }: ConsoleSessionStore, { tokens }: FoundSession): boolean =>
  now().getTime() >= Date.parse(tokens.until);

/** Claims the renewal for this process; false where another one was earlier. */
const claim = (store: ConsoleSessionStore, token: string, { stored, etag }: HeldSession): Promise<boolean> => {
  const claimedUntil = new Date(store.now().getTime() + CLAIM_MS).toISOString();
  return replaceHeld(store, token, { stored: { ...stored, claimedUntil }, etag });
};

/** Changes the session as it is then, and ends the claim; null where it was ended meanwhile. */
const release = async (
  store: ConsoleSessionStore,
  token: string,
  tokens: SessionTokens | null,
): Promise<FoundSession | null> => {
  for (;;) {
    const held = await readHeld(store, token);
    if (held === null) return null;
    const { expires, ...session } = sessionIn(token, held.stored);
    const next = tokens === null ? session : { ...session, tokens };
    const stored = { ...held.stored, claimedUntil: null, sealed: sealText(token, JSON.stringify(next)) };
    if (await replaceHeld(store, token, { stored, etag: held.etag })) return { ...next, expires };
  }
};

const renew = async (
  store: ConsoleSessionStore,
  token: string,
  refreshToken: string,
  prolong: ProlongTokens,
): Promise<FoundSession | null> => {
  let tokens: SessionTokens | null;
  try {
    tokens = await prolong(refreshToken);
  } catch (error) {
    await release(store, token, null);
    throw error;
  }
  if (tokens !== null) return release(store, token, tokens);
  await endConsoleSession(store, token);
  return null;
};

/**
 * A session whose access token can be used: of all processes one gets a new one where it is due, and the others wait for
 * that. Null where the session or its login has ended. Rejects with ByteStoreFault, or as `prolong` does.
 */
export const usableSession = async (
  store: ConsoleSessionStore,
  token: string,
  found: FoundSession,
  prolong: ProlongTokens,
): Promise<FoundSession | null> => {
  if (!isDue(store, found)) return found;
  for (;;) {
    const held = await readHeld(store, token);
    if (held === null) return null;
    const session = sessionIn(token, held.stored);
    if (!isDue(store, session)) return session;
    const { refreshToken } = session.tokens;
    if (refreshToken === null) {
      await endConsoleSession(store, token);
      return null;
    }
    if (isClaimed(store, held.stored)) await pause(LOOK_AGAIN_MS);
    else if (await claim(store, token, held)) return renew(store, token, refreshToken, prolong);
  }
};
