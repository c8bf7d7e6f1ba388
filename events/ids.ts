import { createHash } from 'node:crypto';

/** The namespace of all derived ids. It must never change, since retries find their earlier facts by these ids. */
const NAMESPACE = '346d4d10-0116-40aa-bcc7-879a24307509';

/** A name-based UUID (RFC 9562 section 5.5), lower case: the same name in the same namespace is always the same id. */
export const uuidV5 = (name: string, namespace: string = NAMESPACE): string => {
  const digest = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest();
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x50;
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80;
  const hex = digest.toString('hex', 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};

/**
 * The id of the fact that a command leads to at a revision of its stream. An append that is repeated expects the same
 * revision, so it repeats its ids; a request that is carried out again when it is no longer a repeat has other ones.
 */
export const idFor = (commandId: string, revision: bigint): string => uuidV5(`${commandId}:${revision}`);
