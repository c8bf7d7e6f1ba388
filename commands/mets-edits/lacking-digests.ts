import type { MetsEdit } from '../../formats/mets/edit-mets.js';
import type { Refusal } from '../core/decider.js';
import type { Found, FoundObject } from './named-paths.js';
import type { Dependencies } from '../core/dependencies.js';
import { computeDigests, type Computing } from '../workspace/compute-digests.js';
import { eachSliced, type Sliced } from '../../flow/slices.js';
import { success, type Result } from '../../flow/result.js';

/** A file for which neither the store nor any tool gives a digest. */
export interface Lacking {
  readonly path: string;
  readonly info: FoundObject;
}

/** SHA-256 in lower-case hex, by object key. */
export type Digests = ReadonlyMap<string, string>;

/** The files for which neither the store nor any tool gives a digest, by whether the platform has computed it. */
export interface DigestReport {
  /** Files without a SHA-256: an import is refused until there is one. */
  readonly withoutDigest: readonly string[];
  /** Files whose SHA-256 the platform computed by reading them. */
  readonly computedDigests: readonly string[];
}

export function* lackingDigest(edits: readonly MetsEdit[], described: readonly Found[]): Sliced<Lacking[]> {
  const paths = new Set<string>();
  yield* eachSliced(edits, (edit) => edit.kind === 'put-file' && !edit.values.digest && paths.add(edit.values.path));
  const lacking: Lacking[] = [];
  yield* eachSliced(described, ({ path, info }) => info !== null && paths.has(path) && lacking.push({ path, info }));
  return lacking;
}

/** The stored digests and, if `computing` is given, the missing ones, computed. */
export const completeDigests = async (
  dependencies: Dependencies,
  depositId: string,
  { lacking, kept }: { readonly lacking: readonly Lacking[]; readonly kept: Digests },
  computing: Computing | null,
): Promise<Result<Digests, Refusal>> => {
  const objects = lacking.map(({ info }) => info).filter(({ key }) => !kept.has(key));
  if (computing === null || objects.length === 0) return success(kept);
  const computed = await computeDigests(dependencies, depositId, { objects, all: lacking.length }, computing);
  return computed.ok ? success(new Map([...kept, ...computed.value])) : computed;
};

export function* digestReport(lacking: readonly Lacking[], digests: Digests): Sliced<DigestReport> {
  const [withoutDigest, computedDigests]: [string[], string[]] = [[], []];
  yield* eachSliced(lacking, ({ path, info }) => (digests.has(info.key) ? computedDigests : withoutDigest).push(path));
  return { withoutDigest, computedDigests };
}
