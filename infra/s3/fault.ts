import { ByteStoreFault } from '../../formats/bytes.js';
import type { ByteStoreFaultCode } from '../../formats/bytes.js';

/** Codes of stores' error documents; where two statuses share a meaning, both stand here. */
const byName: Readonly<Partial<Record<string, ByteStoreFaultCode>>> = {
  NoSuchBucket: 'bucket-not-found',
  NoSuchKey: 'object-not-found',
  NotFound: 'object-not-found',
  PreconditionFailed: 'precondition-failed',
  // Two writers under a condition at once: the store gave way to the other.
  ConditionalRequestConflict: 'precondition-failed',
  BadDigest: 'digest-mismatch',
  IncompleteBody: 'digest-mismatch',
  InvalidDigest: 'digest-mismatch',
  XAmzContentSHA256Mismatch: 'digest-mismatch',
  XAmzContentChecksumMismatch: 'digest-mismatch',
  KeyTooLongError: 'key-refused',
  XKeyRefused: 'key-refused',
  XMinioInvalidObjectName: 'key-refused',
  XMinioInvalidResourceName: 'key-refused',
  XMinioParentIsObject: 'key-refused',
  XMinioObjectExistsAsDirectory: 'key-refused',
  ObjectParentIsFile: 'key-refused',
  ExistingObjectIsDirectory: 'key-refused',
  InvalidRange: 'range-unsatisfiable',
  AccessDenied: 'store-denied',
  InvalidAccessKeyId: 'store-denied',
  SignatureDoesNotMatch: 'store-denied',
  XStoreFull: 'store-full',
  XMinioStorageFull: 'store-full',
  QuotaExceeded: 'store-full',
};

const byStatus: Readonly<Partial<Record<number, ByteStoreFaultCode>>> = {
  401: 'store-denied',
  403: 'store-denied',
  404: 'object-not-found',
  412: 'precondition-failed',
  416: 'range-unsatisfiable',
  507: 'store-full',
};

/** What the SDK tells of an error, of whatever class it is; it throws nothing else. */
interface SdkError extends Error {
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/**
 * Translates whatever the SDK throws. A write that got no answer, or a server's answer that it failed inside, may have
 * been applied all the same; a read can only have failed.
 */
export const asFault = (error: unknown, kind: 'read' | 'write'): ByteStoreFault => {
  if (error instanceof ByteStoreFault) return error;
  const { name, message, $metadata } = error as SdkError;
  const status = $metadata?.httpStatusCode;
  const code = byName[name] ?? (status === undefined ? undefined : byStatus[status]);
  const otherwise = kind === 'write' && isUncertain(name, status) ? 'outcome-unknown' : 'store-unavailable';
  return new ByteStoreFault(code ?? otherwise, `the object store: ${name}: ${message}`, { cause: error });
};

/** Runs a call of the SDK, with its errors translated. */
export const withFaults = async <T>(kind: 'read' | 'write', call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    throw asFault(error, kind);
  }
};

/** A store that turns the request away says so before it begins; anything else leaves the outcome open. */
const isUncertain = (name: string, status: number | undefined): boolean =>
  name !== 'SlowDown' && status !== 503 && status !== 429 && (status === undefined || status >= 500 || status < 400);
