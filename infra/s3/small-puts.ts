import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ByteStore, PutOptions, Stored } from '../../formats/bytes.js';
import { base64FromHex } from '../../formats/digests/sha256-text.js';
import { escapedKey } from './escaped-key.js';
import { asFault } from './fault.js';
import { sha256Hex } from './object-info.js';
import { signer, type Signing } from './sign-request.js';

interface Answer {
  readonly status: number;
  readonly etag: string;
  readonly sha256: string | null;
  readonly body: string;
}

/** Where the store is, and who writes to it. */
export interface SmallPutSettings extends Signing {
  /** `http://<host>:<port>`, of a store that has its buckets in the path. */
  readonly endpoint: string;
}

/** Other texts are encoded, which the other store does. */
const hasPlainMetadata = ({ metadata = {} }: PutOptions): boolean =>
  Object.entries(metadata).every(([name, text]) => /^[a-z][a-z-]*$/.test(name) && /^[!-~]+$/.test(text));

const isSmall = (body: Parameters<ByteStore['put']>[1], options: PutOptions): body is Uint8Array =>
  body instanceof Uint8Array && options.sha256 !== undefined && hasPlainMetadata(options) && !('onlyIf' in options);

/** What the SDK would have thrown of a refusal, so that both are translated alike. */
const refusalOf = ({ status, body }: Answer): Error => {
  const [, name = `Status${status}`] = /<Code>([^<]*)<\/Code>/.exec(body) ?? [];
  const [, message = ''] = /<Message>([^<]*)<\/Message>/.exec(body) ?? [];
  return Object.assign(new Error(message), { name, $metadata: { httpStatusCode: status } });
};

/**
 * The puts of another store, but those of bytes in memory with a known digest and no condition are sent by a plain
 * request: the SDK takes about twice as long over one (`npm run bench -- small-puts`), and a folder can have a great
 * many small files. One that comes to no clear end is put again by the other store, which repeats it as it does its own.
 */
export const smallPuts = (
  { endpoint, ...signing }: SmallPutSettings,
  otherwise: Pick<ByteStore, 'put'>,
): Pick<ByteStore, 'put'> & { close(): void } => {
  const sign = signer(signing);
  const { hostname, host, port } = new URL(endpoint);
  const agent = new Agent({ keepAlive: true });

  const send = (path: string, headers: Record<string, string>, body: Uint8Array): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const outgoing = request({ agent, hostname, port, method: 'PUT', path, headers }, (incoming) => {
        const { statusCode: status = 0, headers: told } = incoming;
        const sha256 = sha256Hex(told['x-amz-checksum-sha256']?.toString());
        text(incoming).then((answered) => {
          resolve({ status, etag: told.etag ?? '', sha256: sha256 ?? null, body: answered });
        }, reject);
      });
      outgoing.on('error', reject).end(body);
    });

  const put = async (
    path: string,
    body: Uint8Array,
    { sha256 = '', contentType, metadata = {} }: PutOptions,
  ): Promise<Stored> => {
    const given = Object.entries(metadata).map(([name, text]) => [`x-amz-meta-${name}`, text] as const);
    const signed = await sign({
      method: 'PUT',
      path,
      sha256,
      headers: {
        host,
        'x-amz-checksum-sha256': base64FromHex(sha256),
        ...Object.fromEntries(given),
      },
    });
    const type: Record<string, string> = contentType === undefined ? {} : { 'content-type': contentType };
    const answer = await send(path, { ...signed, ...type, 'content-length': String(body.byteLength) }, body);
    if (answer.status !== 200) throw refusalOf(answer);
    return { etag: answer.etag, sha256: answer.sha256 ?? sha256, size: body.byteLength };
  };

  return {
    put: async (at, body, options = {}) => {
      if (!isSmall(body, options)) return otherwise.put(at, body, options);
      try {
        return await put(`/${at.bucket}/${escapedKey(at.key)}`, body, options);
      } catch (error) {
        const fault = asFault(error, 'write');
        if (fault.transient) return otherwise.put(at, body, options);
        throw fault;
      }
    },
    close: () => agent.destroy(),
  };
};
