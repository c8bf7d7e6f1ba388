import type { PlannedOperation } from '../../events/import-plan.js';
import { ByteStoreFault } from '../../formats/bytes.js';
import type { PlanEntry } from '../../formats/group-state/plan.js';
import { originUri } from '../../formats/group-state/storage-map.js';
import { pathIn, type Attempt } from './attempt.js';
import { JobFailure } from './job-failure.js';

/** Identifies the bytes of an operation: every attempt of a job must read these. */
export interface Pin {
  readonly etag: string;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly size: number;
}

/** An operation with bytes, and everything that its copy must agree with. */
export type PinnedPut = PlanEntry & Pin & { readonly origin: Readonly<{ bucket: string; key: string; etag: string }> };

export const bringsBytes = ({ op }: PlannedOperation): boolean => op === 'add-binary' || op === 'patch-binary';

type Origin = Readonly<{ bucket: string; key: string }>;

export const unreadable = (path: string, origin: Origin, options?: ErrorOptions): JobFailure =>
  new JobFailure(path, `Unable to read origin ${originUri(origin.bucket, origin.key)}`, options);

/** The JobFailure for a fault of the store at an origin; other errors unchanged. */
export const atOrigin = (error: unknown, path: string, origin: Origin): unknown => {
  if (!(error instanceof ByteStoreFault)) return error;
  switch (error.code) {
    case 'object-not-found':
    case 'bucket-not-found':
    case 'store-denied':
      return unreadable(path, origin, { cause: error });
    case 'precondition-failed':
      return changed(path, origin, null);
    default:
      return error;
  }
};

/** `found` is null where the store gave no ETag. */
export const changed = (
  path: string,
  { bucket, key, etag }: Origin & { readonly etag?: string },
  found: { readonly etag: string } | null,
): JobFailure => {
  const difference = etag === undefined || found === null ? '' : `: expected ETag ${etag}, found ${found.etag}`;
  return new JobFailure(
    path,
    `The origin ${originUri(bucket, key)} of ${path} changed after the job was made${difference}`,
  );
};

/** Throws JobFailure when bytes are not those of the plan. */
export const requireSame = (
  { group }: Pick<Attempt, 'group'>,
  put: Pick<PinnedPut, 'path' | 'sha256' | 'size'>,
  found: { readonly sha256: string; readonly size: number },
): void => {
  const path = pathIn(group, put.path);
  if (found.sha256 !== put.sha256)
    throw new JobFailure(path, `Checksum mismatch for binary ${path}: expected ${put.sha256}, found ${found.sha256}`);
  if (found.size !== put.size)
    throw new JobFailure(path, `Size mismatch for binary ${path}: expected ${put.size} bytes, found ${found.size}`);
};
