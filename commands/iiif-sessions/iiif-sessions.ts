import { createHash, randomBytes } from 'node:crypto';
import type { Actor } from '../../events/envelope.js';
import { conditionHeld, ifThere, type ObjectAddress } from '../../formats/bytes.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { readWhole } from '../../formats/read-whole.js';
import type { Dependencies } from '../core/dependencies.js';
import { workspaceFileAddress } from '../workspace/change-token.js';

/** What IIIF sessions are kept in. */
export interface SessionStore extends Pick<Dependencies, 'bytes' | 'places' | 'now'> {
  readonly removal: Pick<Dependencies['removal'], 'staging'>;
  /** How long a session lives after it was used last, in milliseconds. */
  readonly lifetimeMs: number;
}

/**
 * A session: whoever has its token may see one deposit, and edit its structures in the name of its user; or see the
 * versions of one archival group.
 */
export interface IiifSession {
  readonly actor: Actor;
  /** Absent for a deposit. */
  readonly archivalGroup?: RepositoryPath;
}

/** What a session shows: a deposit by its id, or an archival group by an id that is made from its path. */
export interface SessionSubject {
  readonly id: string;
  readonly archivalGroup?: RepositoryPath;
}

interface StoredSession extends IiifSession {
  /** UTC, RFC 3339. */
  readonly expires: string;
}

const TOKEN = /^[0-9a-f]{32}$/;
/** A use writes the new end of a session only when so much of its life is over. */
const RENEWED_AFTER = 1 / 16;
const ATTEMPTS = 5;

/** The folder of the sessions on a deposit or group, in the staging bucket, where clients can neither read nor write. */
const folderOf = (store: SessionStore, depositId: string): ObjectAddress =>
  workspaceFileAddress(store, `${depositId}.iiif/`);

const tokenAddress = (store: SessionStore, depositId: string, token: string): ObjectAddress =>
  workspaceFileAddress(store, `${depositId}.iiif/tokens/${token}.json`);

const userAddress = (store: SessionStore, depositId: string, { agent }: Actor): ObjectAddress =>
  workspaceFileAddress(store, `${depositId}.iiif/users/${createHash('sha256').update(agent).digest('hex')}.json`);

const JSON_TYPE = { contentType: 'application/json' } as const;

const readJson = async <T>(
  { bytes }: SessionStore,
  at: ObjectAddress,
): Promise<{ readonly value: T; readonly etag: string } | null> => {
  const found = await ifThere(() => readWhole(bytes, at));
  return found === null ? null : { value: JSON.parse(found.bytes.toString()) as T, etag: found.info.etag };
};

const bodyOf = (value: object): Buffer => Buffer.from(JSON.stringify(value));

const expiryOf = ({ now, lifetimeMs }: SessionStore): string => new Date(now().getTime() + lifetimeMs).toISOString();

const isOver = ({ now }: SessionStore, { expires }: StoredSession): boolean => now().getTime() >= Date.parse(expires);

/**
 * The token of a user's session on a deposit (companion 15.1) or an archival group: the one that still lives, else a new one. 32 lower-case
 * hex characters, from 16 random bytes. Rejects with ByteStoreFault.
 */
export const openIiifSession = async (
  store: SessionStore,
  { id, archivalGroup }: SessionSubject,
  actor: Actor,
): Promise<string> => {
  for (let attempt = 1; ; attempt++) {
    const at = userAddress(store, id, actor);
    const known = await readJson<{ readonly token: string }>(store, at);
    if (known !== null && (await findIiifSession(store, id, known.value.token)) !== null) return known.value.token;
    await removeExpired(store, id);
    const token = randomBytes(16).toString('hex');
    const shown = archivalGroup === undefined ? {} : { archivalGroup };
    const session: StoredSession = { actor, ...shown, expires: expiryOf(store) };
    await store.bytes.put(tokenAddress(store, id, token), bodyOf(session), { ...JSON_TYPE, onlyIf: 'absent' });
    const onlyIf = known === null ? 'absent' : { etag: known.etag };
    if (await conditionHeld(store.bytes.put(at, bodyOf({ token }), { ...JSON_TYPE, onlyIf }))) return token;
    await store.removal.staging.delete([tokenAddress(store, id, token).key]);
    if (attempt >= ATTEMPTS) throw new Error(`The IIIF session of ${id} could not be stored.`);
  }
};

/**
 * The session of a token on a deposit or group, by its id, whose life is prolonged; null where there is none. A text that is no token costs
 * nothing. Rejects with ByteStoreFault.
 */
export const findIiifSession = async (store: SessionStore, id: string, token: string): Promise<IiifSession | null> => {
  if (!TOKEN.test(token) || !/^[A-Za-z0-9_-]+$/.test(id)) return null;
  const at = tokenAddress(store, id, token);
  const found = await readJson<StoredSession>(store, at);
  if (found === null || isOver(store, found.value)) return null;
  const { expires, ...session } = found.value;
  const used = store.lifetimeMs - (Date.parse(expires) - store.now().getTime());
  if (used > store.lifetimeMs * RENEWED_AFTER) {
    const renewed: StoredSession = { ...session, expires: expiryOf(store) };
    // Of several uses at once one writes; a session that was ended meanwhile stays ended.
    await conditionHeld(store.bytes.put(at, bodyOf(renewed), { ...JSON_TYPE, onlyIf: { etag: found.etag } }));
  }
  return session;
};

/** Ends all sessions on a deposit. Rejects with ByteStoreFault. */
export const endIiifSessions = async (
  store: Pick<SessionStore, 'bytes' | 'places' | 'removal'>,
  depositId: string,
): Promise<void> => {
  const { bucket, key } = workspaceFileAddress(store, `${depositId}.iiif/`);
  const keys: string[] = [];
  for await (const object of store.bytes.list(bucket, key)) keys.push(object.key);
  if (keys.length > 0) await store.removal.staging.delete(keys);
};

const removeExpired = async (store: SessionStore, depositId: string): Promise<void> => {
  const { bucket, key } = folderOf(store, depositId);
  const expired: string[] = [];
  for await (const object of store.bytes.list(bucket, `${key}tokens/`)) {
    const found = await readJson<StoredSession>(store, object);
    if (found !== null && isOver(store, found.value)) expired.push(object.key);
  }
  if (expired.length > 0) await store.removal.staging.delete(expired);
};
