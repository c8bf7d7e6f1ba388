import type { ImportFailure } from '../../events/archival-group.js';
import { isTransient } from '../../events/transient.js';
import { ByteStoreFault } from '../../formats/bytes.js';
import { OcflFault } from '../../formats/ocfl/ocfl-fault.js';

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

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unexpected';

/** The one error that a failed job shows. Faults of the platform are told by their kind, never by their text. */
export const failureOf = (error: unknown): ImportFailure => {
  if (error instanceof JobFailure) return { path: error.path, message: error.message };
  if (error instanceof OcflFault) return { path: null, message: error.message };
  if (error instanceof ByteStoreFault && error.code === 'store-full')
    return { path: null, message: 'There is no room left in the repository.' };
  if (isTransient(error))
    return { path: null, message: 'A store of the platform could not be reached; the job may be submitted again.' };
  return { path: null, message: `The import met a fault of the platform (${codeOf(error)}).` };
};
