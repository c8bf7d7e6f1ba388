import type { ObjectInfo } from '../../formats/bytes.js';
import type { MetsEdit } from '../../formats/mets/edit-mets.js';
import type { Refusal } from '../core/decider.js';
import type { Found } from './named-paths.js';
import type { Services } from '../core/services.js';
import { computeDigests, type Computing } from '../workspace/compute-digests.js';
import { eachSliced, type Sliced } from '../../flow/slices.js';
import { success, type Result } from '../../flow/result.js';

/** A file of which neither the store nor any tool has a digest. */
export interface Lacking {
  readonly path: string;
  readonly info: ObjectInfo;
}

/** SHA-256 in lower-case hex by the keys of objects. */
export type Digests = ReadonlyMap<string, string>;

/** What is known of files whose digest nobody else has. */
export interface DigestsTold {
  /** Files of whose content nobody knows a SHA-256: an import is refused until there is one. */
  readonly withoutDigest: readonly string[];
  /** Files whose SHA-256 is known from the platform alone, which has read them. */
  readonly computedDigests: readonly string[];
}

export function* lackingDigest(edits: readonly MetsEdit[], described: readonly Found[]): Sliced<Lacking[]> {
  const paths = new Set<string>();
  yield* eachSliced(edits, (edit) => edit.kind === 'put-file' && !edit.values.digest && paths.add(edit.values.path));
  const lacking: Lacking[] = [];
  yield* eachSliced(described, ({ path, info }) => info !== null && paths.has(path) && lacking.push({ path, info }));
  return lacking;
}

/** What was kept, with what is missing computed where it is asked for. */
export const completeDigests = async (
  services: Services,
  depositId: string,
  { lacking, kept }: { readonly lacking: readonly Lacking[]; readonly kept: Digests },
  computing: Computing | null,
): Promise<Result<Digests, Refusal>> => {
  const objects = lacking.map(({ info }) => info).filter(({ key }) => !kept.has(key));
  if (computing === null || objects.length === 0) return success(kept);
  const computed = await computeDigests(services, depositId, { objects, all: lacking.length }, computing);
  return computed.ok ? success(new Map([...kept, ...computed.value])) : computed;
};

export function* digestsTold(lacking: readonly Lacking[], digests: Digests): Sliced<DigestsTold> {
  const [withoutDigest, computedDigests]: [string[], string[]] = [[], []];
  yield* eachSliced(lacking, ({ path, info }) => (digests.has(info.key) ? computedDigests : withoutDigest).push(path));
  return { withoutDigest, computedDigests };
}
