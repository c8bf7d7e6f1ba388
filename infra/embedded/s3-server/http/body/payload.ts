import type { ChecksumAlgorithm, Checksums } from '../../contract/object-engine.js';
import type { S3Request } from '../s3-request.js';
import { S3Error } from '../s3-error.js';
import { decodeAwsChunked } from './aws-chunked.js';
import { checksumHeader, readDeclaredDigests } from './declared-digests.js';
import type { DeclaredDigests } from './declared-digests.js';

/** A decoded body, with its declared digests. */
export interface Payload {
  /** To be read once, to its end, before `verify`. */
  readonly bytes: AsyncIterable<Buffer>;
  /** The checksum the client sent along, if any. */
  readonly algorithm: ChecksumAlgorithm | null;
  /** Throws BadDigest or XAmzContentSHA256Mismatch where the bytes do not have the declared digests. */
  verify(computed: { readonly md5: string; readonly checksums: Checksums }): void;
}

type Coding = 'plain' | 'signed-chunks' | 'signed-chunks-with-trailer' | 'chunks-with-trailer';

const codings: Readonly<Partial<Record<string, Coding>>> = {
  'UNSIGNED-PAYLOAD': 'plain',
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD': 'signed-chunks',
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER': 'signed-chunks-with-trailer',
  'STREAMING-UNSIGNED-PAYLOAD-TRAILER': 'chunks-with-trailer',
};

/** The largest object of S3. Its limit for one request, 5 GiB, would keep large files from presigned URLs, which have no parts. */
const maxBody = 5 * 1024 ** 4;

/**
 * Reads the headers about the body, before any of it is read. `checksummed` is false where an operation's checksum
 * headers are not about its body. Throws S3Error.
 */
export const openPayload = (request: S3Request, checksummed = true): Payload => {
  const { headers, body } = request;
  const digest = /^[0-9a-f]{64}$/.test(body.payload) ? body.payload : null;
  const coding = digest === null ? codings[body.payload] : 'plain';
  if (coding === undefined) throw new S3Error('InvalidRequest', 'The value of x-amz-content-sha256 is not supported.');
  const declared = checksummed ? readDeclaredDigests(headers) : { md5: null, checksum: null };
  const trailing = declared.checksum !== null && declared.checksum.value === null;
  if (trailing && !coding.endsWith('with-trailer')) {
    throw new S3Error('InvalidRequest', 'x-amz-trailer needs a body in chunks with a trailer.');
  }
  const length = declaredLength(request, coding);
  if (length > maxBody) throw new S3Error('EntityTooLarge', `One upload may have ${maxBody} bytes.`);

  let trailers: ReadonlyMap<string, string> = new Map();
  const onTrailers = coding.endsWith('with-trailer')
    ? (found: ReadonlyMap<string, string>) => {
        trailers = found;
      }
    : null;
  const bytes = coding === 'plain' ? body.bytes : decodeAwsChunked(body.bytes, { signatures: body.chunks, onTrailers });
  return {
    bytes: exactly(length, bytes),
    algorithm: declared.checksum?.algorithm ?? null,
    verify: ({ md5, checksums }) => {
      if (digest !== null && digest !== hexOf(checksums.SHA256)) {
        throw new S3Error('XAmzContentSHA256Mismatch', 'The bytes do not have the SHA-256 that was signed.');
      }
      if (declared.md5 !== null && declared.md5 !== md5) throw badDigest('Content-MD5');
      verifyChecksum(declared.checksum, checksums, trailers);
    },
  };
};

const declaredLength = ({ headers, body }: S3Request, coding: Coding): number => {
  if (coding === 'plain') {
    if (body.length === null) throw new S3Error('MissingContentLength', 'The header Content-Length is missing.');
    return body.length;
  }
  const text = headers['x-amz-decoded-content-length'];
  if (text === undefined) {
    throw new S3Error('MissingContentLength', 'The header x-amz-decoded-content-length is missing.');
  }
  if (!/^\d{1,15}$/.test(text)) {
    throw new S3Error('InvalidArgument', 'The header x-amz-decoded-content-length is not a number.');
  }
  return Number(text);
};

async function* exactly(length: number, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let seen = 0;
  for await (const piece of bytes) {
    seen += piece.length;
    if (seen > length) break;
    yield piece;
  }
  if (seen !== length) throw new S3Error('IncompleteBody', `The body does not have the ${length} bytes announced.`);
}

const verifyChecksum = (
  checksum: DeclaredDigests['checksum'],
  computed: Checksums,
  trailers: ReadonlyMap<string, string>,
): void => {
  if (checksum === null) return;
  const name = checksumHeader(checksum.algorithm);
  const value = checksum.value ?? trailers.get(name);
  if (value === undefined) throw new S3Error('InvalidRequest', `The trailing header ${name} is missing.`);
  if (value !== computed[checksum.algorithm]) throw badDigest(checksum.algorithm);
};

const badDigest = (name: string): S3Error =>
  new S3Error('BadDigest', `The ${name} you specified did not match the calculated checksum.`);

const hexOf = (base64: string | undefined): string => Buffer.from(base64 ?? '', 'base64').toString('hex');
