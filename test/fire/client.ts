import { setTimeout as pause } from 'node:timers/promises';
import type { ObjectAddress } from '../../formats/bytes.js';
import type { ObjectStore } from '../../formats/object-store.js';
import { readWhole } from '../../formats/read-whole.js';
import { callOn, type Reply } from '../support/http/call-on.js';
import { sha256Of } from '../support/sha256.js';

/** A platform process that serves. */
export interface Services {
  readonly preservation: string;
  readonly storage: string;
  readonly s3: ObjectStore;
}

/** A client that outlives the processes it speaks to: it asks again, under the same key, until it is answered. */
export interface Client {
  /** Resolves with the first answer of a wished status; rejects when none came in time. `path` has no host. */
  ask<Body>(request: Request): Promise<Reply<Body>>;
  upload(at: ObjectAddress, content: string): Promise<void>;
  remove(at: ObjectAddress): Promise<void>;
  /** Every object below a prefix, by its path there. */
  contents(bucket: string, prefix: string): Promise<ReadonlyMap<string, Buffer>>;
  /** The SHA-256 of every object below a prefix, by its path there. */
  digests(bucket: string, prefix: string): Promise<ReadonlyMap<string, string>>;
}

export interface Request {
  /** Which service is asked; the preservation service unless told. */
  readonly service?: 'preservation' | 'storage';
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  /** Makes a repeat known as one. */
  readonly key?: string;
  readonly wished: readonly number[];
}

/** Longer than any row of deaths that one request has to live through. */
const PATIENCE_MS = 180_000;

const again = async <T>(what: string, attempt: () => Promise<T | string>): Promise<T> => {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await attempt().catch((error: unknown) => String(error));
    if (typeof answer !== 'string') return answer;
    if (performance.now() > deadline) throw new Error(`${what} came to nothing, last: ${answer}`);
    await pause(20);
  }
};

/** Every object below a prefix, by its path there. */
export const contentsBelow = async (
  bytes: ObjectStore,
  bucket: string,
  prefix: string,
): Promise<ReadonlyMap<string, Buffer>> => {
  const contents = new Map<string, Buffer>();
  for await (const { key } of bytes.list(bucket, prefix))
    contents.set(key.slice(prefix.length), (await readWhole(bytes, { bucket, key })).bytes);
  return contents;
};

/** The SHA-256 of every object below a prefix, by its path there. */
export const digestsBelow = async (
  bytes: ObjectStore,
  bucket: string,
  prefix: string,
): Promise<ReadonlyMap<string, string>> =>
  new Map([...(await contentsBelow(bytes, bucket, prefix))].map(([path, content]) => [path, sha256Of(content)]));

/** A client of whichever process serves at the moment; `services` resolves when one does. */
export const lastingClient = (services: () => Promise<Services>): Client => ({
  async ask<Body>({ service = 'preservation', method, path, body, key, wished }: Request) {
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
    return again<Reply<Body>>(`${method} ${path}`, async () => {
      const { [service]: address } = await services();
      const reply = await callOn(address)<Body>(method, path, body, headers);
      return wished.includes(reply.status) ? reply : `${reply.status} ${JSON.stringify(reply.body)}`;
    });
  },
  async upload(at, content) {
    await again(`upload of ${at.key}`, async () => (await services()).s3.put(at, Buffer.from(content)));
  },
  async remove({ bucket, key }) {
    await again(`removal of ${key}`, async () => (await services()).s3.delete(bucket, [key]));
  },
  contents: (bucket, prefix) =>
    again(`reading of ${prefix}`, async () => contentsBelow((await services()).s3, bucket, prefix)),
  digests: (bucket, prefix) =>
    again(`reading of ${prefix}`, async () => digestsBelow((await services()).s3, bucket, prefix)),
});

/** The last segment of a URI. */
export const idOf = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1);

const LOOK_AGAIN_MS = 25;

/** Asks again and again, until what is shown satisfies the condition. */
export const shownOnce = async <Shown>(
  client: Client,
  request: Pick<Parameters<Client['ask']>[0], 'service' | 'path'>,
  isOver: (shown: Shown) => boolean,
): Promise<Shown> => {
  for (;;) {
    const { body } = await client.ask<Shown>({ ...request, method: 'GET', wished: [200] });
    if (isOver(body)) return body;
    await pause(LOOK_AGAIN_MS);
  }
};
