import type { DigestMetadata } from '../../../formats/metadata/entries.js';
import type { Store } from '../change-token.js';
import { digestFile, type KeptDigest } from './digest-file.js';
import type { SeenObject } from './digest-reader.js';

/**
 * The SHA-256 that a client gave for a file when it completed its upload in parts (ADR 96): a claim, as one in the manifest
 * of a bag. Nothing has compared it with the bytes before an import does.
 */
export interface ClaimedDigest extends KeptDigest {
  /** When it was given, RFC 3339. */
  readonly at: string;
}

const file = digestFile<ClaimedDigest>('claims');

/** Keeps a claim; false where other processes were faster too often. */
export const storeClaim = (store: Store, depositId: string, claim: ClaimedDigest): Promise<boolean> =>
  file.keep(store, depositId, [claim]);

/** The claims for those of the objects for which the store has no digest of the whole, by key. */
export const claimsOf = async (
  store: Store,
  depositId: string,
  objects: readonly (SeenObject & { readonly sha256: string | null })[],
): Promise<ReadonlyMap<string, DigestMetadata>> => {
  const claims = await file.of(
    store,
    depositId,
    objects.filter(({ sha256 }) => sha256 === null),
  );
  return new Map([...claims].map(([key, { sha256, at }]) => [key, entryOf(sha256, at)]));
};

const entryOf = (digest: string, at: string): DigestMetadata => ({
  type: 'DigestMetadata',
  source: 'Upload',
  timestamp: new Date(at),
  digest,
});
