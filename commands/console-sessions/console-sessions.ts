import { createHash, randomBytes } from 'node:crypto';
import { conditionHeld, ifThere, type ObjectAddress } from '../../formats/bytes.js';
import { readWhole } from '../../formats/read-whole.js';
import type { Dependencies } from '../core/dependencies.js';
import { openText, sealText } from './sealed-text.js';

/** What sessions of the console are kept in. */
export interface ConsoleSessionStore extends Pick<Dependencies, 'bytes' | 'places' | 'now'> {
  readonly removal: Pick<Dependencies['removal'], 'staging'>;
  /** How long a session lives after it was used last, in milliseconds. */
  readonly idleMs: number;
  /** How long a session lives however it is used, in milliseconds. */
  readonly longestMs: number;
}

/** The tokens of the person who signed in. */
export interface SessionTokens {
  readonly accessToken: string;
  /** Until when the access token is used: UTC, RFC 3339. */
  readonly until: string;
  /** Null where the login cannot be prolonged. */
  readonly refreshToken: string | null;
}

/** A person who is signed in at the console. */
export interface ConsoleSession {
  /** The name to which the interface attributes the person's work. */
  readonly agent: string;
  readonly tokens: SessionTokens;
}

/** A session that was found. */
export interface FoundSession extends ConsoleSession {
  /** When it ends unless it is used: UTC, RFC 3339. */
  readonly expires: string;
}

/** What is stored. The times are readable, so that what is over can be removed by others than its holder. */
interface StoredSession {
  readonly expires: string;
  /** When it ends however it is used. */
  readonly ends: string;
  /** Until when one process alone gets new tokens; null while none does. */
  readonly claimedUntil: string | null;
  /** A ConsoleSession, encrypted for the holder of the session's token. */
  readonly sealed: string;
}

/** A stored session with the ETag of its object. */
export interface HeldSession {
  readonly stored: StoredSession;
  readonly etag: string;
}

/** 32 random bytes, as base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
/** A use writes the new end of a session only when so much of its life is over. */
const RENEWED_AFTER = 1 / 16;

const folderOf = ({ places: { staging } }: ConsoleSessionStore): ObjectAddress => ({
  bucket: staging.bucket,
  key: `${staging.prefix}sessions/`,
});

/** By its digest, so that nobody who reads the store has the token. */
const addressOf = (store: ConsoleSessionStore, token: string): ObjectAddress => {
  const { bucket, key } = folderOf(store);
  return { bucket, key: `${key}${createHash('sha256').update(token).digest('hex')}.json` };
};

/** Milliseconds since 1970, as RFC 3339. */
const timeText = (ms: number): string => new Date(ms).toISOString();

const isOver = ({ now }: ConsoleSessionStore, { expires, ends }: StoredSession): boolean =>
  now().getTime() >= Math.min(Date.parse(expires), Date.parse(ends));

/** When a session ends that is used now. */
const expiryOf = ({ now, idleMs }: ConsoleSessionStore, ends: string): string =>
  timeText(Math.min(now().getTime() + idleMs, Date.parse(ends)));

/** Whether a process gets new tokens for the session now. */
export const isClaimed = ({ now }: ConsoleSessionStore, { claimedUntil }: StoredSession): boolean =>
  claimedUntil !== null && now().getTime() < Date.parse(claimedUntil);

/** What a stored session is, for the holder of its token. Throws for any other. */
export const sessionIn = (token: string, { sealed, expires }: StoredSession): FoundSession => ({
  ...(JSON.parse(openText(token, sealed)) as ConsoleSession),
  expires,
});

/** Whether the session of the token was as its ETag says, and was replaced. Rejects with ByteStoreFault. */
export const replaceHeld = (
  store: ConsoleSessionStore,
  token: string,
  { stored, etag }: HeldSession,
): Promise<boolean> =>
  conditionHeld(
    store.bytes.put(addressOf(store, token), Buffer.from(JSON.stringify(stored)), {
      contentType: 'application/json',
      onlyIf: { etag },
    }),
  );

/** The session of a token as it is stored; null where there is none that lives. Rejects with ByteStoreFault. */
export const readHeld = async (store: ConsoleSessionStore, token: string): Promise<HeldSession | null> => {
  if (!TOKEN.test(token)) return null;
  const found = await ifThere(() => readWhole(store.bytes, addressOf(store, token)));
  if (found === null) return null;
  const stored = JSON.parse(found.bytes.toString()) as StoredSession;
  return isOver(store, stored) ? null : { stored, etag: found.info.etag };
};

/** Removes the sessions that nobody has used for so long that they are over, whatever they say. */
const removeExpired = async (store: ConsoleSessionStore): Promise<void> => {
  const { bucket, key } = folderOf(store);
  const oldest = store.now().getTime() - store.idleMs;
  const expired: string[] = [];
  for await (const object of store.bytes.list(bucket, key))
    if (object.lastModified.getTime() < oldest) expired.push(object.key);
  if (expired.length > 0) await store.removal.staging.delete(expired);
};

/** Begins a session; answers its token: 43 characters of base64url, from 32 random bytes. Rejects with ByteStoreFault. */
export const beginConsoleSession = async (store: ConsoleSessionStore, session: ConsoleSession): Promise<string> => {
  await removeExpired(store);
  const token = randomBytes(32).toString('base64url');
  const ends = timeText(store.now().getTime() + store.longestMs);
  const sealed = sealText(token, JSON.stringify(session));
  const stored: StoredSession = { expires: expiryOf(store, ends), ends, claimedUntil: null, sealed };
  await store.bytes.put(addressOf(store, token), Buffer.from(JSON.stringify(stored)), {
    contentType: 'application/json',
    onlyIf: 'absent',
  });
  return token;
};

/**
 * The session of a token, whose life is prolonged; null where there is none. A text that is no token costs nothing, an
 * unknown token one read. Rejects with ByteStoreFault.
 */
export const findConsoleSession = async (store: ConsoleSessionStore, token: string): Promise<FoundSession | null> => {
  const held = await readHeld(store, token);
  if (held === null) return null;
  const { stored, etag } = held;
  const expires = expiryOf(store, stored.ends);
  const isLater = Date.parse(expires) - Date.parse(stored.expires) > store.idleMs * RENEWED_AFTER;
  if (!isLater || isClaimed(store, stored)) return sessionIn(token, stored);
  // Of several uses at once one writes; a session that was ended meanwhile stays ended.
  await replaceHeld(store, token, { stored: { ...stored, expires }, etag });
  return sessionIn(token, { ...stored, expires });
};

/** Ends the session of a token; answers what it was, null where there was none. Rejects with ByteStoreFault. */
export const endConsoleSession = async (store: ConsoleSessionStore, token: string): Promise<ConsoleSession | null> => {
  const held = await readHeld(store, token);
  if (held === null) return null;
  await store.removal.staging.delete([addressOf(store, token).key]);
  return sessionIn(token, held.stored);
};
