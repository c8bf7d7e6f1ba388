import type { ChecksumAlgorithm } from '../../contract/object-engine.js';
import type { RequestHeaders } from '../request-headers.js';
import { S3Error } from '../s3-error.js';

/** The digests that a client declares for its bytes. */
export interface DeclaredDigests {
  /** Lower-case hex. */
  readonly md5: string | null;
  /** The value is null where it follows the body as a trailing header. */
  readonly checksum: { readonly algorithm: ChecksumAlgorithm; readonly value: string | null } | null;
}

const lengths: Readonly<Record<ChecksumAlgorithm, number>> = {
  SHA256: 32,
  SHA1: 20,
  CRC32: 4,
  CRC32C: 4,
  CRC64NVME: 8,
};

export const checksumAlgorithms = Object.keys(lengths) as readonly ChecksumAlgorithm[];

export const checksumHeader = (algorithm: ChecksumAlgorithm): string => `x-amz-checksum-${algorithm.toLowerCase()}`;

/** The algorithm of a header such as x-amz-checksum-algorithm; null where there is none. */
export const readAlgorithm = (headers: RequestHeaders, name: string): ChecksumAlgorithm | null => {
  const text = headers[name];
  if (text === undefined) return null;
  const algorithm = checksumAlgorithms.find((each) => each === text.toUpperCase());
  if (algorithm === undefined) throw new S3Error('InvalidRequest', `${name}: ${text} is not an algorithm known here.`);
  return algorithm;
};

export const readDeclaredDigests = (headers: RequestHeaders): DeclaredDigests => {
  const checksum = readChecksum(headers) ?? readTrailerName(headers);
  const announced = readAlgorithm(headers, 'x-amz-sdk-checksum-algorithm');
  if (announced !== null && announced !== checksum?.algorithm) {
    throw new S3Error(
      'InvalidRequest',
      'x-amz-sdk-checksum-algorithm names an algorithm, but there is no x-amz-checksum or x-amz-trailer header for it.',
    );
  }
  return { md5: readMd5(headers['content-md5']), checksum };
};

/** The one checksum header of a request. `composite` lets values end in `-<number of parts>`. */
export const readChecksum = (
  headers: RequestHeaders,
  { composite = false } = {},
): { algorithm: ChecksumAlgorithm; value: string } | null => {
  const given = checksumAlgorithms.flatMap((algorithm) => {
    const value = headers[checksumHeader(algorithm)];
    return value === undefined ? [] : [{ algorithm, value }];
  });
  const [first, second] = given;
  if (second !== undefined) throw new S3Error('InvalidRequest', 'Expecting a single x-amz-checksum- header.');
  if (first === undefined) return null;
  const whole = composite ? first.value.replace(/-\d{1,5}$/, '') : first.value;
  if (!isBase64Of(whole, lengths[first.algorithm])) {
    throw new S3Error('InvalidRequest', `Value for ${checksumHeader(first.algorithm)} header is invalid.`);
  }
  return first;
};

const readTrailerName = (headers: RequestHeaders): DeclaredDigests['checksum'] => {
  const name = headers['x-amz-trailer']?.trim().toLowerCase();
  if (name === undefined) return null;
  const algorithm = checksumAlgorithms.find((each) => checksumHeader(each) === name);
  if (algorithm === undefined) throw new S3Error('InvalidRequest', `The trailing header ${name} is not supported.`);
  return { algorithm, value: null };
};

const readMd5 = (text: string | undefined): string | null => {
  if (text === undefined) return null;
  if (!isBase64Of(text, 16)) throw new S3Error('InvalidDigest', 'The Content-MD5 is not 16 bytes in base64.');
  return Buffer.from(text, 'base64').toString('hex');
};

const isBase64Of = (text: string, length: number): boolean => {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === length && bytes.toString('base64') === text;
};
