import type { CommandResult } from '../../commands/core/command-result.js';
import type { ImportFailure } from '../../events/archival-group.js';
import { isTransient } from '../../events/transient.js';
import { LeaseLost } from '../../flow/lease/lease-lost.js';
import { ByteStoreFault, type ByteStoreFaultCode } from '../../formats/bytes.js';
import { OcflFault } from '../../formats/ocfl/ocfl-fault.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { codeOf } from '../../flow/error-code.js';

/** Why a job cannot succeed, in words for the one who asked for it. */
export class JobFailure extends Error {
  override name = 'JobFailure';
  readonly code = 'job-failure';
  /** Repository path of the resource concerned; null when it is the whole job. */
  readonly path: string | null;
  constructor(path: string | null, message: string, options?: ErrorOptions) {
    super(message, options);
    this.path = path;
  }
}

/** Another worker has the job, or it has ended: this one leaves everything as it is. */
const LOST: ReadonlySet<string> = new Set(['lease-lost', 'import-not-live', 'import-committed']);

/** Throws what a refusal of a step means for this worker: LeaseLost or JobFailure. */
export const throwRefused = (group: RepositoryPath, outcome: CommandResult<unknown>): void => {
  if (outcome.ok) return;
  const { code, detail } = outcome.refusal;
  throw LOST.has(code) ? new LeaseLost(detail) : new JobFailure(group, detail);
};

/** Several causes that have nothing to do with one another, in the order in which they are to be told. */
export class JobFailures extends Error {
  override name = 'JobFailures';
  readonly code = 'job-failure';
  readonly causes: readonly JobFailure[];
  constructor(causes: readonly JobFailure[]) {
    super(causes[0]?.message);
    this.causes = causes;
  }
}

/** What a store that refuses for good means for a job. */
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

/** The errors that a failed job shows, one a cause. Faults of the platform are told by their kind, never by their text. */
export const failuresOf = (error: unknown): readonly ImportFailure[] =>
  error instanceof JobFailures ? error.causes.map(failureOf) : [failureOf(error)];
