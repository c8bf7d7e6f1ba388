import type { RequestHeaders } from './request-headers.js';
import { S3Error } from './s3-error.js';

/** Headers for unsupported features, which are refused rather than ignored. */
const refused: readonly RegExp[] = [
  /^x-amz-(copy-source-)?server-side-encryption/,
  /^x-amz-object-lock-/,
  /^x-amz-tagging$/,
  /^x-amz-grant-/,
  /^x-amz-website-redirect-location$/,
  /^x-amz-write-offset-bytes$/,
];

const harmlessAcls = ['private', 'bucket-owner-full-control'];

/**
 * Throws NotImplemented, InvalidStorageClass or NoSuchVersion for headers that would change the meaning of a request.
 */
export const refuseUnsupported = (headers: RequestHeaders, query: ReadonlyMap<string, string>): void => {
  const name = Object.keys(headers).find((each) => each.startsWith('x-amz-') && refused.some((it) => it.test(each)));
  if (name !== undefined) throw new S3Error('NotImplemented', `The header ${name} is not supported.`);
  const acl = headers['x-amz-acl'];
  if (acl !== undefined && !harmlessAcls.includes(acl)) {
    throw new S3Error('NotImplemented', 'Access control lists are not supported.');
  }
  if ((headers['x-amz-storage-class'] ?? 'STANDARD') !== 'STANDARD') {
    throw new S3Error('InvalidStorageClass', 'The only storage class is STANDARD.');
  }
  if ((query.get('versionId') ?? 'null') !== 'null') {
    throw new S3Error('NoSuchVersion', 'Objects have no versions here.');
  }
};
