import type { CommandResult } from '../../commands/core/decider.js';
import type { ImportFailure } from '../../events/archival-group.js';
import { isTransient } from '../../events/transient.js';
import { LeaseLost } from '../../flow/lease/lease-lost.js';
import { ByteStoreFault, type ByteStoreFaultCode } from '../../formats/bytes.js';
import { OcflFault } from '../../formats/ocfl/ocfl-fault.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { codeOf } from '../../flow/error-code.js';

/** Why a job cannot succeed; the message is for the user. */
export class JobFailure extends Error {
  override name = 'JobFailure';
  readonly code = 'job-failure';
  /** Repository path of the resource; null for the whole job. */
  readonly path: string | null;
  constructor(path: string | null, message: string, options?: ErrorOptions) {
    super(message, options);
    this.path = path;
  }
}

/** Refusals that mean that another worker has the job, or that it has ended. */
const LEASE_LOST: ReadonlySet<string> = new Set(['lease-lost', 'import-not-live', 'import-committed']);

/** Throws LeaseLost or JobFailure for a refused step. */
export const throwRefused = (group: RepositoryPath, result: CommandResult<unknown>): void => {
  if (result.ok) return;
  const { code, detail } = result.refusal;
  throw LEASE_LOST.has(code) ? new LeaseLost(detail) : new JobFailure(group, detail);
};

/** Several independent failures, in the order in which they are reported. */
export class JobFailures extends Error {
  override name = 'JobFailures';
  readonly code = 'job-failure';
  readonly causes: readonly JobFailure[];
  constructor(causes: readonly JobFailure[]) {
    super(causes[0]?.message);
    this.causes = causes;
  }
}

/** The messages for permanent faults of a store. */
const REFUSALS: Partial<Record<ByteStoreFaultCode, string>> = {
  'store-full': 'There is no room left in the repository.',
  'store-denied': 'The object store denies the platform access to its own buckets.',
  'bucket-not-found': 'A bucket of the platform is not there.',
  'key-refused': 'The object store of the repository refuses a key of the new version.',
};

const failureOf = (error: unknown): ImportFailure => {
  if (error instanceof JobFailure) return { path: error.path, message: error.message };
  if (error instanceof OcflFault) return { path: null, message: error.message };
  const refusal = error instanceof ByteStoreFault ? REFUSALS[error.code] : undefined;
  if (refusal !== undefined) return { path: null, message: refusal };
  if (isTransient(error))
    return { path: null, message: 'A store of the platform could not be reached; the job may be submitted again.' };
  return { path: null, message: `The import met a fault of the platform (${codeOf(error) ?? 'unexpected'}).` };
};

/** The errors that a failed job shows, one for each cause; for faults of the platform a fixed text with the code. */
export const failuresOf = (error: unknown): readonly ImportFailure[] =>
  error instanceof JobFailures ? error.causes.map(failureOf) : [failureOf(error)];
