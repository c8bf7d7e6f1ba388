import { SignatureV4 } from '@smithy/signature-v4';
import { Sha256 } from './sha256.js';

/** Whose signature it is, and where it counts. */
export interface Signing {
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

/** What is signed: a path that is escaped already, without a query, and headers in lower case, all of them signed. */
export interface Unsigned {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body, lower-case hex. */
  readonly sha256: string;
}

/** The headers of a request with its AWS Signature Version 4 among them. */
export type SignRequest = (request: Unsigned) => Promise<Readonly<Record<string, string>>>;

/** Signs requests to S3, which takes paths as they are. */
export const signer = (signing: Signing): SignRequest => {
  const signature = new SignatureV4({ ...signing, service: 's3', uriEscapePath: false, sha256: Sha256 });
  return async ({ method, path, headers, sha256 }) => {
    const address = { protocol: 'http:', hostname: headers['host'] ?? '', path };
    const all = { ...headers, 'x-amz-content-sha256': sha256 };
    return (await signature.sign({ ...address, method, headers: all })).headers;
  };
};
