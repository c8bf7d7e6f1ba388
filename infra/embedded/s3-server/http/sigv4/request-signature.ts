import type { RequestHeaders } from '../request-headers.js';
import { S3Error } from '../s3-error.js';
import type { Target } from '../target.js';
import { parseCredentialScope } from './credential-scope.js';
import type { CredentialScope } from './credential-scope.js';

/** The signature data of a request, not verified yet. */
export interface RequestSignature {
  readonly scope: CredentialScope;
  readonly signedHeaders: readonly string[];
  /** Lower-case hex. */
  readonly signature: string;
  /** `YYYYMMDDTHHMMSSZ`. */
  readonly timestamp: string;
  readonly signedAt: Date;
  /** SHA-256 of the body in hex, or one of the words that stand for it. */
  readonly payload: string;
  /** Seconds that a presigned URL is valid; null for a signature in the header. */
  readonly expires: number | null;
}

const header = /^AWS4-HMAC-SHA256\s+Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]{64})$/;
const maxExpires = 7 * 24 * 3600;

export const readRequestSignature = (headers: RequestHeaders, target: Target): RequestSignature => {
  const presigned = target.query.has('X-Amz-Signature') || target.query.has('X-Amz-Algorithm');
  const authorization = headers['authorization'];
  if (authorization?.startsWith('AWS ') === true || target.query.has('AWSAccessKeyId')) {
    throw new S3Error(
      'InvalidRequest',
      'The request is signed by version 2, which is not supported here: sign it with AWS4-HMAC-SHA256.',
    );
  }
  if (authorization === undefined && !presigned) throw new S3Error('AccessDenied', 'The request is not signed.');
  if (authorization !== undefined && presigned) {
    throw new S3Error('InvalidRequest', 'The request is signed both in its header and in its query.');
  }
  return presigned ? presignedSignature(headers, target) : headerSignature(authorization ?? '', headers);
};

const headerSignature = (authorization: string, headers: RequestHeaders): RequestSignature => {
  const fault = 'AuthorizationHeaderMalformed';
  const [, credential, signed, signature] = header.exec(authorization) ?? [];
  if (credential === undefined || signed === undefined || signature === undefined) {
    throw new S3Error(fault, 'The authorization header is not one of AWS4-HMAC-SHA256.');
  }
  const payload = headers['x-amz-content-sha256'];
  if (payload === undefined) throw new S3Error('InvalidRequest', 'The header x-amz-content-sha256 is missing.');
  const scope = parseCredentialScope(credential, fault);
  const { timestamp, at: signedAt } = parseTimestamp(headers['x-amz-date'] ?? headers['date'] ?? '');
  if (!timestamp.startsWith(scope.day)) throw new S3Error(fault, 'The day of the credential is not that of the date.');
  return { scope, signedHeaders: signed.split(';'), signature, timestamp, signedAt, payload, expires: null };
};

const presignedSignature = (headers: RequestHeaders, { query }: Target): RequestSignature => {
  const fault = 'AuthorizationQueryParametersError';
  const need = (name: string): string => {
    const value = query.get(name);
    if (value === undefined) throw new S3Error(fault, `The parameter ${name} is missing.`);
    return value;
  };
  if (need('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256') throw new S3Error(fault, 'X-Amz-Algorithm is not supported.');
  const expires = Number(need('X-Amz-Expires'));
  if (!Number.isInteger(expires) || expires < 1 || expires > maxExpires) {
    throw new S3Error(fault, `X-Amz-Expires is not a number of seconds from 1 to ${maxExpires}.`);
  }
  const scope = parseCredentialScope(need('X-Amz-Credential'), fault);
  const { timestamp, at: signedAt } = parseTimestamp(need('X-Amz-Date'));
  if (!timestamp.startsWith(scope.day)) throw new S3Error(fault, 'The day of the credential is not that of the date.');
  const signedHeaders = need('X-Amz-SignedHeaders').split(';');
  const digest = signedHeaders.includes('x-amz-content-sha256') ? headers['x-amz-content-sha256'] : undefined;
  const payload = query.get('X-Amz-Content-Sha256') ?? digest ?? 'UNSIGNED-PAYLOAD';
  return { scope, signedHeaders, signature: need('X-Amz-Signature'), timestamp, signedAt, payload, expires };
};

const basic = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** Reads ISO 8601's basic form, or the date of HTTP, to the second. Throws AccessDenied for anything else. */
const parseTimestamp = (text: string): { timestamp: string; at: Date } => {
  const at = new Date(text.replace(basic, '$1-$2-$3T$4:$5:$6Z'));
  if (Number.isNaN(at.getTime())) throw new S3Error('AccessDenied', 'The request has no valid date.');
  return { timestamp: basic.test(text) ? text : at.toISOString().replace(/[-:]|\.\d{3}/g, ''), at };
};
