import { ByteStoreFault } from '../../../../formats/bytes.js';
import type { ByteStoreFaultCode } from '../../../../formats/bytes.js';
import { UploadFault } from '../contract/object-engine.js';
import type { UploadFaultCode } from '../contract/object-engine.js';

/** S3's own error codes with their HTTP statuses; the two that begin with X are for what S3 has no word for. */
const statuses = {
  AccessDenied: 403,
  AccessForbidden: 403,
  AuthorizationHeaderMalformed: 400,
  AuthorizationQueryParametersError: 400,
  BadDigest: 400,
  BadRequest: 400,
  BucketAlreadyOwnedByYou: 409,
  EntityTooLarge: 400,
  EntityTooSmall: 400,
  ExpiredToken: 400,
  IncompleteBody: 400,
  InternalError: 500,
  InvalidAccessKeyId: 403,
  InvalidArgument: 400,
  InvalidDigest: 400,
  InvalidPart: 400,
  InvalidPartOrder: 400,
  InvalidRange: 416,
  InvalidRequest: 400,
  InvalidStorageClass: 400,
  InvalidURI: 400,
  KeyTooLongError: 400,
  MalformedXML: 400,
  MaxMessageLengthExceeded: 400,
  MetadataTooLarge: 400,
  MethodNotAllowed: 405,
  MissingContentLength: 411,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NoSuchUpload: 404,
  NoSuchVersion: 404,
  NotImplemented: 501,
  PreconditionFailed: 412,
  RequestHeaderSectionTooLarge: 431,
  RequestTimeTooSkewed: 403,
  RequestTimeout: 408,
  ServiceUnavailable: 503,
  SignatureDoesNotMatch: 403,
  XAmzContentSHA256Mismatch: 400,
  XKeyRefused: 400,
  XStoreFull: 507,
} as const;

export type S3ErrorCode = keyof typeof statuses;

/** An answer that refuses; its message goes to the client. */
export class S3Error extends Error {
  override name = 'S3Error';
  readonly code: S3ErrorCode;
  readonly status: number;
  constructor(code: S3ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.status = statuses[code];
  }
}

const codeOfFault: Readonly<Record<ByteStoreFaultCode, S3ErrorCode>> = {
  'object-not-found': 'NoSuchKey',
  'bucket-not-found': 'NoSuchBucket',
  'precondition-failed': 'PreconditionFailed',
  'digest-mismatch': 'BadDigest',
  'key-refused': 'XKeyRefused',
  'range-unsatisfiable': 'InvalidRange',
  'store-full': 'XStoreFull',
  // The disk denies access to the store: other credentials would not help.
  'store-denied': 'ServiceUnavailable',
  'outcome-unknown': 'InternalError',
  'store-unavailable': 'ServiceUnavailable',
};

/** Errors of the store itself are reported without its paths on disk. */
const publicMessages: Readonly<Partial<Record<ByteStoreFaultCode, string>>> = {
  'store-full': 'The object store has no room left on its disk.',
  'store-denied': 'The object store cannot write to its disk, or not read it: it may be mounted read-only.',
  'store-unavailable': 'The object store cannot do this now; the id of the request finds the reason in its log.',
};

const codeOfUploadFault: Readonly<Record<UploadFaultCode, S3ErrorCode>> = {
  'upload-not-found': 'NoSuchUpload',
  'invalid-part': 'InvalidPart',
  'invalid-part-order': 'InvalidPartOrder',
  'part-too-small': 'EntityTooSmall',
};

/** The error for a client; an unforeseen failure is reported without details. */
export const asS3Error = (error: unknown): S3Error => {
  if (error instanceof S3Error) return error;
  if (error instanceof UploadFault) return new S3Error(codeOfUploadFault[error.code], error.message, { cause: error });
  if (!(error instanceof ByteStoreFault)) return internal(error);
  const code = codeOfFault[error.code];
  return code === 'InternalError'
    ? internal(error)
    : new S3Error(code, publicMessages[error.code] ?? error.message, { cause: error });
};

/** Whether an operator must look at the store; the reason is in the log. */
export const isServerFailure = ({ code }: S3Error): boolean =>
  code === 'InternalError' || code === 'ServiceUnavailable' || code === 'XStoreFull';

const internal = (cause: unknown): S3Error =>
  new S3Error('InternalError', 'The request failed inside the store; its id finds the reason in the log.', { cause });
