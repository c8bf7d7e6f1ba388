import { S3Error } from '../s3-error.js';
import type { S3ErrorCode } from '../s3-error.js';

/** The access key, day, region and service of a signature. */
export interface CredentialScope {
  readonly accessKeyId: string;
  /** `YYYYMMDD`. */
  readonly day: string;
  /** The client's region: the endpoint serves all, and the signature is valid for the named one. */
  readonly region: string;
  /** The scope in the string to sign. */
  readonly text: string;
}

const REGION = /^[\w.-]{1,64}$/;

/** Reads `<access key>/<day>/<region>/s3/aws4_request`; the access key itself may hold slashes. */
export const parseCredentialScope = (credential: string, fault: S3ErrorCode): CredentialScope => {
  const segments = credential.split('/');
  const [day = '', region = '', service = '', end = ''] = segments.slice(-4);
  if (segments.length < 5 || !/^\d{8}$/.test(day) || service !== 's3' || end !== 'aws4_request') {
    throw new S3Error(fault, 'The credential is not <access key>/<day>/<region>/s3/aws4_request.');
  }
  if (!REGION.test(region)) throw new S3Error(fault, 'The region of the credential is no name of a region.');
  return { accessKeyId: segments.slice(0, -4).join('/'), day, region, text: `${day}/${region}/s3/aws4_request` };
};
