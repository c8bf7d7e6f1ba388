import type { MetsEdit } from '../../formats/mets/edit-mets.js';
import { otherDigest, type ManifestDigest } from '../../formats/bagit/claims.js';
import { firstSentences } from '../../flow/first-of-many.js';
import { refuse, type Refusal } from '../core/decider.js';
import type { NamedEntry, FoundObject } from './named-paths.js';
import type { Dependencies } from '../core/dependencies.js';
import { computeDigests, type DigestComputation } from '../workspace/digests/compute-digests.js';
import type { ComputedDigest } from '../workspace/digests/computed-digests.js';
import type { ObjectToRead } from '../workspace/digests/digest-reader.js';
import { runInSlices } from '../../flow/run-in-slices.js';
import { eachSliced, type SlicedWork } from '../../flow/slices.js';
import { success, type Result } from '../../flow/result.js';

/** A file for which neither the store nor any tool gives a digest. */
export interface FileWithoutDigest {
  readonly path: string;
  readonly info: FoundObject;
}

/** By object key. */
export type Digests = ReadonlyMap<string, ComputedDigest>;

/** The digests of other algorithms that the manifests of a bag have for the file at a path of the METS. */
export type ManifestDigests = (path: string) => readonly ManifestDigest[];

/** The files for which neither the store nor any tool gives a digest, by whether the platform has computed it. */
export interface DigestReport {
  /** Files without a SHA-256: an import is refused until there is one. */
  readonly withoutDigest: readonly string[];
  /** Files whose SHA-256 the platform computed by reading them. */
  readonly computedDigests: readonly string[];
}

/** The files without a digest, and what the manifests of the bag say of them. */
export interface MissingDigests {
  readonly lacking: readonly FileWithoutDigest[];
  readonly expected: ManifestDigests;
}

export function* lackingDigest(
  edits: readonly MetsEdit[],
  described: readonly NamedEntry[],
): SlicedWork<FileWithoutDigest[]> {
  const paths = new Set<string>();
  yield* eachSliced(edits, (edit) => edit.kind === 'put-file' && !edit.values.digest && paths.add(edit.values.path));
  const lacking: FileWithoutDigest[] = [];
  yield* eachSliced(described, ({ path, info }) => info !== null && paths.has(path) && lacking.push({ path, info }));
  return lacking;
}

/** The stored digests and, if `computing` is given, the missing ones, computed, with those that manifests have. */
export const completeDigests = async (
  dependencies: Dependencies,
  depositId: string,
  { lacking, kept, expected }: MissingDigests & { readonly kept: Digests },
  computing: DigestComputation | null,
): Promise<Result<Digests, Refusal>> => {
  const objects = await runInSlices(objectsToRead(lacking, kept, expected));
  if (computing === null || objects.length === 0) return success(kept);
  const computed = await computeDigests(dependencies, depositId, { objects, all: lacking.length }, computing);
  return computed.ok ? success(new Map([...kept, ...computed.value])) : computed;
};

function* objectsToRead(
  lacking: readonly FileWithoutDigest[],
  kept: Digests,
  expected: ManifestDigests,
): SlicedWork<readonly ObjectToRead[]> {
  const objects: ObjectToRead[] = [];
  yield* eachSliced(lacking, ({ path, info }) => {
    const algorithms = expected(path).map(({ algorithm }) => algorithm);
    const known = kept.get(info.key);
    if (known === undefined || algorithms.some((each) => known.others?.[each] === undefined))
      objects.push({ ...info, algorithms });
  });
  return objects;
}

/** Refuses files of which a digest was computed that is not the one that a manifest has (companion 9.9). */
export function* otherThanManifests(
  { lacking, expected }: MissingDigests,
  digests: Digests,
): SlicedWork<Refusal | null> {
  const found: string[] = [];
  yield* eachSliced(lacking, ({ path, info }) => {
    for (const given of expected(path)) {
      const digest = digests.get(info.key)?.others?.[given.algorithm] ?? given.digest;
      if (digest !== given.digest) found.push(otherDigest(path, given, digest));
    }
  });
  if (found.length === 0) return null;
  const what = firstSentences(found, found.length).join(' ');
  return refuse('mets-edit-impossible', `${what} Upload the right file, or the right manifest.`);
}

export function* digestReport(lacking: readonly FileWithoutDigest[], digests: Digests): SlicedWork<DigestReport> {
  const [withoutDigest, computedDigests]: [string[], string[]] = [[], []];
  yield* eachSliced(lacking, ({ path, info }) => (digests.has(info.key) ? computedDigests : withoutDigest).push(path));
  return { withoutDigest, computedDigests };
}
