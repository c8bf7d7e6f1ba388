import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readPrivate, writePrivate } from './private-file.js';

/** A client in the issuer's file. */
interface StoredClient {
  /** Hex. A plain digest is enough: secrets are 256 random bits, which nobody can guess. */
  readonly secretSha256: string;
  /** The user in the client's tokens; null for a machine. */
  readonly user: string | null;
}

/** The issuer's clients, in a file that is read for each call. */
export interface IssuerClients {
  /** Adds a client, or gives an existing one a new secret; answers the secret, which is stored only as a digest. */
  add(id: string, user: string | null): Promise<string>;
  /** The user of a client; undefined for a wrong secret. */
  authenticate(id: string, secret: string): Promise<{ readonly user: string | null } | undefined>;
  ids(): Promise<readonly string[]>;
}

const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** The clients in a file, which is created with the first one. */
export const issuerClients = (path: string): IssuerClients => {
  const read = async (): Promise<Map<string, StoredClient>> =>
    new Map(Object.entries(((await readPrivate(path)) ?? {}) as Record<string, StoredClient>));
  return {
    ids: async () => [...(await read()).keys()],
    add: async (id, user) => {
      const secret = randomBytes(32).toString('base64url');
      const clients = (await read()).set(id, { secretSha256: digestOf(secret).toString('hex'), user });
      await writePrivate(path, Object.fromEntries(clients));
      return secret;
    },
    authenticate: async (id, secret) => {
      const client = (await read()).get(id);
      const isItsOwn =
        client !== undefined && timingSafeEqual(digestOf(secret), Buffer.from(client.secretSha256, 'hex'));
      return isItsOwn ? { user: client.user } : undefined;
    },
  };
};
