import { createHash } from 'node:crypto';
import type { RequestHeaders } from '../request-headers.js';
import type { S3Credential, S3EndpointSettings } from '../settings.js';
import { S3Error } from '../s3-error.js';
import type { Target } from '../target.js';
import { chunkSignatures, type ChunkSignatures } from './chunk-signatures.js';
import { readRequestSignature, type RequestSignature } from './request-signature.js';
import { hmac, sameSignature, signingKeys } from './signing-key.js';
import { uriEncode, uriEncodePath } from '../uri-encode.js';

/** An authenticated request. */
export interface AuthenticatedRequest {
  readonly credential: S3Credential;
  /** SHA-256 of the body in hex, or one of the words that stand for it. */
  readonly payload: string;
  /** Where the body's chunks are signed one by one. */
  readonly chunks: ChunkSignatures | null;
  readonly presigned: boolean;
}

export type Authenticate = (method: string, target: Target, headers: RequestHeaders) => AuthenticatedRequest;

type Settings = Pick<S3EndpointSettings, 'credentials' | 'findCredential' | 'now'>;

const maxSkewMs = 15 * 60_000;

/** Checks AWS Signature Version 4, in the header or in a presigned query. Throws S3Error. */
export const authenticator = ({ credentials, findCredential = () => null, now }: Settings): Authenticate => {
  const byId = new Map(credentials.map((each) => [each.accessKeyId, each]));
  const keyFor = signingKeys();
  return (method, target, headers) => {
    const requestSignature = readRequestSignature(headers, target);
    const { accessKeyId } = requestSignature.scope;
    const credential = byId.get(accessKeyId) ?? findCredential(accessKeyId);
    if (credential === null) throw new S3Error('InvalidAccessKeyId', 'The access key id is not known here.');
    refuseExpired(credential, now());
    refuseOutOfTime(requestSignature, now());
    refuseUnsigned(requestSignature, headers);
    const key = keyFor(credential.secretAccessKey, requestSignature.scope);
    const digest = canonicalRequestDigest(method, target, headers, requestSignature);
    const text = `AWS4-HMAC-SHA256\n${requestSignature.timestamp}\n${requestSignature.scope.text}\n${digest}`;
    if (!sameSignature(hmac(key, text), requestSignature.signature)) {
      throw new S3Error('SignatureDoesNotMatch', 'The signature is not that of this request with this access key.');
    }
    const signed = requestSignature.payload.startsWith('STREAMING-AWS4-HMAC-SHA256-PAYLOAD');
    const chunks = signed ? chunkSignatures(key, requestSignature) : null;
    return { credential, payload: requestSignature.payload, chunks, presigned: requestSignature.expires !== null };
  };
};

const refuseExpired = ({ expires }: S3Credential, now: Date): void => {
  if (expires !== undefined && now.getTime() >= expires.getTime()) {
    throw new S3Error('ExpiredToken', `The access key expired at ${expires.toISOString()}.`);
  }
};

const refuseOutOfTime = ({ signedAt, expires }: RequestSignature, now: Date): void => {
  const age = now.getTime() - signedAt.getTime();
  if (age < -maxSkewMs || (expires === null && age > maxSkewMs)) {
    throw new S3Error('RequestTimeTooSkewed', `The request's time is more than 15 minutes from ${now.toISOString()}.`);
  }
  if (expires !== null && age > expires * 1000) throw new S3Error('AccessDenied', 'Request has expired');
};

/** An unsigned x-amz header could turn a presigned put into a copy, so none is accepted. */
const refuseUnsigned = ({ signedHeaders, expires }: RequestSignature, headers: RequestHeaders): void => {
  const bare = Object.keys(headers).find(
    (name) =>
      (name === 'host' || name.startsWith('x-amz-')) &&
      !signedHeaders.includes(name) &&
      !(expires !== null && name === 'x-amz-content-sha256'),
  );
  if (bare !== undefined) throw new S3Error('AccessDenied', `The header ${bare} is there but not signed.`);
};

/** SHA-256, in hex, of the canonical request. */
const canonicalRequestDigest = (
  method: string,
  target: Target,
  headers: RequestHeaders,
  requestSignature: RequestSignature,
): string => {
  const lines = [method, uriEncodePath(target.path), canonicalQuery(target.pairs)];
  for (const name of requestSignature.signedHeaders)
    lines.push(`${name}:${(headers[name] ?? '').trim().replace(/ {2,}/g, ' ')}`);
  lines.push('', requestSignature.signedHeaders.join(';'), requestSignature.payload);
  // Node reads one character a byte from the wire, so latin1 gives the signed bytes.
  return createHash('sha256').update(lines.join('\n'), 'latin1').digest('hex');
};

const canonicalQuery = (pairs: Target['pairs']): string => {
  if (pairs.length === 0) return '';
  return pairs
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [uriEncode(name), uriEncode(value)] as const)
    .sort(([aName, aValue], [bName, bValue]) => order(aName, bName) || order(aValue, bValue))
    .map((pair) => pair.join('='))
    .join('&');
};

const order = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};
