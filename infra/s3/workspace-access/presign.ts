import { SignatureV4 } from '@smithy/signature-v4';
import { base64FromHex } from '../../../formats/digests/sha256-text.js';
import type { PresignedPut, WorkspaceAccess } from '../../../gateways/preservation/credentials/workspace-access.js';
import { escapedKey } from '../escaped-key.js';
import type { Signer } from './signer.js';
import { Sha256 } from '../sha256.js';

/** What requests are presigned with. */
export interface PresigningSigner extends Signer {
  readonly credentials: Signer['credentials'] & { readonly sessionToken?: string };
  /** The address of the bucket without a final slash: what stands before the key. */
  readonly bucketUrl: string;
  readonly from: Date;
  /** From 1 to 604,800, S3's own limit. */
  readonly seconds: number;
}

interface UnsignedRequest {
  readonly method: 'GET' | 'PUT';
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Bound, so that the client must send them. */
  readonly headers?: Readonly<Record<string, string>>;
}

const CHECKSUM = 'x-amz-checksum-sha256';
const DIGEST = 'x-amz-content-sha256';

/**
 * Presigns requests for single objects. The digest of what is put is a signed header and not a parameter, since some
 * stores pass over checksums in the query: without the header, or with another one, the signature is wrong, and with it
 * the store refuses other bytes.
 */
export const presigner = (
  signer: PresigningSigner,
): Pick<WorkspaceAccess, 'presignPut' | 'presignPart' | 'presignGet'> => {
  const presign = requestPresigner(signer);
  return {
    presignPut: (key, sha256, metadata = {}) => {
      const described = Object.entries(metadata).map(([name, value]) => [`x-amz-meta-${name}`, value] as const);
      return presign({
        method: 'PUT',
        key,
        headers: { [CHECKSUM]: base64FromHex(sha256), ...Object.fromEntries(described) },
      });
    },
    presignPart: ({ key, uploadId }, { number, sha256 }) =>
      presign({
        method: 'PUT',
        key,
        query: { partNumber: String(number), uploadId },
        headers: { [CHECKSUM]: base64FromHex(sha256) },
      }),
    presignGet: async (key, { contentType, disposition }) => {
      const query = { 'response-content-type': contentType, 'response-content-disposition': disposition };
      return (await presign({ method: 'GET', key, query })).url;
    },
  };
};

const requestPresigner = ({ bucketUrl, from, seconds, ...signing }: PresigningSigner) => {
  const signature = new SignatureV4({ ...signing, service: 's3', uriEscapePath: false, sha256: Sha256 });
  const { protocol, hostname, host, port, pathname } = new URL(`${bucketUrl}/`);
  return async ({ method, key, query = {}, headers = {} }: UnsignedRequest): Promise<PresignedPut> => {
    const path = pathname + escapedKey(key);
    const request = {
      ...{ protocol, hostname, path, method, query: { ...query } },
      ...(port === '' ? {} : { port: Number(port) }),
      headers: { host, ...headers, [DIGEST]: 'UNSIGNED-PAYLOAD' },
    };
    const options = { signingDate: from, expiresIn: seconds, unhoistableHeaders: new Set(Object.keys(headers)) };
    const { query: signed = {} } = await signature.presign(request, options);
    return { url: `${protocol}//${host}${path}?${queryText(signed)}`, headers };
  };
};

const queryText = (query: Readonly<Record<string, string | string[] | null>>): string =>
  Object.entries(query)
    .map((pair) => pair.map((text) => escapedKey(String(text)).replaceAll('/', '%2F')).join('='))
    .join('&');
