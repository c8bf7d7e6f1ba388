import { ByteStoreFault, type ByteStoreFaultCode } from '../../../../formats/bytes.js';
import { DatabaseFault, type DatabaseFaultCode, databaseFault, withRemedy } from '../../database-fault.js';
import { codeOf } from '../../../../flow/error-code.js';

const BY_SYSTEM_CODE: Readonly<Record<string, readonly [ByteStoreFaultCode, string]>> = {
  ENOSPC: ['store-full', 'there is no room left on the disk of the object store'],
  EDQUOT: ['store-full', 'the disk quota of the object store is used up'],
  EFBIG: ['store-full', 'the file system of the object store holds no file of that size'],
  EACCES: ['store-denied', 'the system denies the object store access to its files'],
  EPERM: ['store-denied', 'the system denies the object store access to its files'],
  EROFS: ['store-denied', 'the disk of the object store is mounted read-only'],
  EXDEV: ['store-denied', 'a folder of the object store is on another volume than its folder tmp'],
  EMFILE: ['store-unavailable', 'the object store has too many files open'],
  ENFILE: ['store-unavailable', 'the system has too many files open'],
  EIO: ['store-unavailable', 'the disk of the object store reports an error'],
};

const BY_DATABASE_CODE: Readonly<Record<DatabaseFaultCode, ByteStoreFaultCode>> = {
  'database-full': 'store-full',
  'database-in-use': 'store-unavailable',
  'database-not-readable': 'store-unavailable',
  'database-damaged': 'store-unavailable',
  'database-unavailable': 'store-unavailable',
  'outcome-unknown': 'outcome-unknown',
};

const IF_DAMAGED =
  'The file objects.sqlite of the data folder is damaged. It holds the names of all files in workspaces, and cannot be ' +
  'built again: stop the platform, and put a copy of the data folder in its place ("Restoring a data folder" in ' +
  'docs/auditing.md). Preserved files do not depend on it.';

/** Translates errors of the disk and the index into faults of the store; returns any other error unchanged. */
export const storeFault = (thrown: unknown): unknown => {
  if (thrown instanceof ByteStoreFault) return thrown;
  const error = withRemedy(databaseFault(thrown), IF_DAMAGED);
  if (error instanceof DatabaseFault) {
    return new ByteStoreFault(BY_DATABASE_CODE[error.code], `the object index: ${error.message}`, { cause: error });
  }
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  const [code, why] = BY_SYSTEM_CODE[codeOf(error) ?? ''] ?? ['store-unavailable', 'the object store failed'];
  return new ByteStoreFault(code, `${why}: ${error.message}`, { cause: error });
};

/** Awaits `work`, with its errors translated by `storeFault`. */
export const withStoreFaults = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    throw storeFault(error);
  }
};
