import type { RequestHeaders } from '../request-headers.js';
import { S3Error } from '../s3-error.js';
import type { Target } from '../target.js';

const signature = /^x-amz-(algorithm|credential|date|expires|signedheaders|signature|content-sha256|security-token)$/;

/**
 * A presigned URL carries its x-amz headers as parameters. Throws InvalidArgument for a value that no header can hold.
 */
export const hoistedHeaders = ({ query }: Target): RequestHeaders => {
  const headers: Record<string, string> = {};
  for (const [name, value] of query) {
    const lower = name.toLowerCase();
    if (!lower.startsWith('x-amz-') || signature.test(lower)) continue;
    if (!/^[!#$%&'*+\-.^_`|~0-9a-z]+$/.test(lower) || /[^\t\x20-\x7e\x80-\uffff]/.test(value)) {
      throw new S3Error('InvalidArgument', `The parameter ${name} cannot stand for a header.`);
    }
    headers[lower] = Buffer.from(value).toString('latin1');
  }
  return headers;
};
