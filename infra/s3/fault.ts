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
  // An upload is gone when it was completed, though the answer was lost, or when somebody has ended it.
  NoSuchUpload: 'outcome-unknown',
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
  DirectoryObjectContainsData: 'key-refused',
  InvalidRange: 'range-unsatisfiable',
  AccessDenied: 'store-denied',
  InvalidAccessKeyId: 'store-denied',
  SignatureDoesNotMatch: 'store-denied',
  // The clock of this machine or of the store is set right some time; nobody ends for it.
  RequestTimeTooSkewed: 'store-unavailable',
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
export interface SdkError extends Error {
  readonly $metadata?: {
    readonly httpStatusCode?: number;
    readonly clockSkewCorrected?: boolean;
    /** How often the request was sent. */
    readonly attempts?: number;
  };
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
  const otherwise = kind === 'write' && isUncertain(error) ? 'outcome-unknown' : 'store-unavailable';
  return new ByteStoreFault(code ?? otherwise, `the object store: ${name}: ${message}`, { cause: error });
};

/**
 * As `asFault`, of a write under a condition. Where it was sent more than once, what fails its condition may be what it
 * has written itself.
 */
export const asConditionalFault = (error: unknown): ByteStoreFault => {
  const fault = asFault(error, 'write');
  const { attempts = 1 } = (error as SdkError).$metadata ?? {};
  if (fault.code !== 'precondition-failed' || attempts === 1) return fault;
  return new ByteStoreFault('outcome-unknown', `${fault.message}, maybe by this very write`, { cause: error });
};

/** Runs a call of the SDK, with its errors translated. */
export const withFaults = async <T>(kind: 'read' | 'write', call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    throw asFault(error, kind);
  }
};

/** Whether a store turned a request away before it began on it, because it is asked too much or not ready. */
export const isTurnedAway = (error: unknown): boolean => {
  const { name, $metadata } = error as SdkError;
  return name === 'SlowDown' || $metadata?.httpStatusCode === 503 || $metadata?.httpStatusCode === 429;
};

/**
 * Whether a store refused a request because of the time in its signature, and the SDK has taken over the store's time
 * since: the next attempt has another signature.
 */
export const isClockCorrected = (error: unknown): boolean => (error as SdkError).$metadata?.clockSkewCorrected === true;

/** What was turned away or never sent has not happened; anything else that is no plain refusal leaves it open. */
export const isUncertain = (error: unknown): boolean => {
  const { name, $metadata } = error as SdkError;
  const status = $metadata?.httpStatusCode;
  if (error instanceof ByteStoreFault || isTurnedAway(error) || name === 'CredentialsProviderError') return false;
  return status === undefined || status >= 500 || status < 400;
};
