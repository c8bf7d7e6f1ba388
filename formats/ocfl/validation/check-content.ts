import type { Hash } from 'node:crypto';
import { hashFor } from '../digest-algorithm.js';
import { reportInto } from '../finding.js';
import type { Finding } from '../finding.js';
import type { DigestMap, Inventory } from '../inventory/inventory.js';
import type { ObjectReader } from '../object-reader.js';
import type { ObjectTree } from './object-tree.js';

/** The digests that inventories give for each content path, with the error code for a mismatch. */
export type ClaimedDigests = Map<string, Claim[]>;

interface Claim {
  readonly algorithm: string;
  readonly digest: string;
  /** E092 for a manifest, E093 for a fixity block. */
  readonly code: string;
  /** The path of the inventory with the digest. */
  readonly place: string;
}

export const addClaims = (
  claims: ClaimedDigests,
  { manifest, fixity, digestAlgorithm }: Inventory,
  place: string,
): void => {
  add(claims, manifest, { algorithm: digestAlgorithm, code: 'E092', place });
  for (const [algorithm, block] of fixity ?? []) add(claims, block, { algorithm, code: 'E093', place });
};

const add = (claims: ClaimedDigests, map: DigestMap, source: Omit<Claim, 'digest'>): void => {
  for (const [written, paths] of map) {
    const digest = written.toLowerCase();
    for (const path of paths) {
      const known = claims.get(path);
      if (known === undefined) claims.set(path, [{ ...source, digest }]);
      else if (!known.some((claim) => claim.digest === digest && claim.code === source.code))
        known.push({ ...source, digest });
    }
  }
};

/** The digests of a content file by algorithm, only those that could be computed; null for a missing file. */
export type DigestsOf = (path: string, algorithms: ReadonlySet<string>) => Promise<ReadonlyMap<string, string> | null>;

/** Runs a task for every item. Rejects with the error of a task. */
export type ForEach = <T>(items: Iterable<T>, task: (item: T) => Promise<void>) => Promise<void>;

export const oneByOne: ForEach = async (items, task) => {
  for (const item of items) await task(item);
};

/** Checks every content file once against all digests that inventories give for it. */
export const checkContent = (
  { digestsOf, forEach }: { readonly digestsOf: DigestsOf; readonly forEach: ForEach },
  tree: ObjectTree,
  claims: ClaimedDigests,
  findings: Finding[],
): Promise<void> =>
  forEach(claims, async ([path, claimed]) => {
    const report = reportInto(findings, path);
    const algorithms = new Set(claimed.map(({ algorithm }) => algorithm));
    const actual = tree.files.has(path) ? await digestsOf(path, algorithms) : null;
    for (const { algorithm, digest, code, place } of claimed) {
      const found = actual === null ? 'no file' : actual.get(algorithm);
      if (found === undefined || found === digest) continue;
      const message =
        actual === null
          ? `The file is not there, though ${place} names it.`
          : `Its ${algorithm} is ${found}, while ${place} says ${digest}.`;
      report(code, message, path, { expected: digest, found });
    }
  });

/** Computes the digests of a file by reading it; an unsupported algorithm gives none. */
export const digestsByReading = async (
  reader: ObjectReader,
  path: string,
  algorithms: ReadonlySet<string>,
): Promise<Map<string, string>> => {
  const hashes = [...algorithms]
    .map((algorithm) => [algorithm, hashFor(algorithm)] as const)
    .filter((pair): pair is readonly [string, Hash] => pair[1] !== null);
  for await (const chunk of reader.open(path)) for (const [, hash] of hashes) hash.update(chunk);
  return new Map(hashes.map(([algorithm, hash]) => [algorithm, hash.digest('hex')]));
};
