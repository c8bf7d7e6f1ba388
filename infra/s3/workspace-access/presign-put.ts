import { SignatureV4 } from '@smithy/signature-v4';
import { base64FromHex } from '../../../formats/digests/sha256-text.js';
import type { PresignedPut } from '../../../gateways/preservation/credentials/workspace-access.js';
import { escapedKey } from '../escaped-key.js';
import type { Signer } from './signer.js';
import { Sha256 } from '../sha256.js';

/** What a presigned PUT is signed with. */
export interface PutSigner extends Signer {
  readonly credentials: Signer['credentials'] & { readonly sessionToken?: string };
  /** The address of the bucket without a final slash: what stands before the key. */
  readonly bucketUrl: string;
  readonly from: Date;
  /** From 1 to 604,800, S3's own limit. */
  readonly seconds: number;
}

const CHECKSUM = 'x-amz-checksum-sha256';
const DIGEST = 'x-amz-content-sha256';

/**
 * Presigns PUTs of single objects. The digest is a signed header and not a parameter, since some stores pass over
 * checksums in the query: without the header, or with another one, the signature is wrong, and with it the store
 * refuses other bytes.
 */
export const putPresigner = ({ bucketUrl, from, seconds, ...signing }: PutSigner) => {
  const signature = new SignatureV4({ ...signing, service: 's3', uriEscapePath: false, sha256: Sha256 });
  const { protocol, hostname, host, port, pathname } = new URL(`${bucketUrl}/`);
  return async (
    key: string,
    sha256: string,
    metadata: Readonly<Record<string, string>> = {},
  ): Promise<PresignedPut> => {
    const path = pathname + escapedKey(key);
    const described = Object.entries(metadata).map(([name, value]) => [`x-amz-meta-${name}`, value] as const);
    const headers = { [CHECKSUM]: base64FromHex(sha256), ...Object.fromEntries(described) };
    const request = {
      ...{ protocol, hostname, path, method: 'PUT', query: {} },
      ...(port === '' ? {} : { port: Number(port) }),
      headers: { host, ...headers, [DIGEST]: 'UNSIGNED-PAYLOAD' },
    };
    const options = { signingDate: from, expiresIn: seconds, unhoistableHeaders: new Set(Object.keys(headers)) };
    const { query = {} } = await signature.presign(request, options);
    return { url: `${protocol}//${host}${path}?${queryText(query)}`, headers };
  };
};

const queryText = (query: Readonly<Record<string, string | string[] | null>>): string =>
  Object.entries(query)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    .join('&');
