import { createHmac } from 'node:crypto';
import { sha256Of } from '../sha256.js';

/** A second reading of AWS Signature Version 4, made from its description and not from the code it tests. */
export interface Signer {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region?: string;
  readonly at?: Date;
}

export interface SignedRequest {
  readonly method: string;
  /** With its query, escaped. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

const mac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();
const stampOf = (at: Date): string => `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

const scopeOf = (signer: Signer, stamp: string): string =>
  `${stamp.slice(0, 8)}/${signer.region ?? 'us-east-1'}/s3/aws4_request`;

const keyOf = (signer: Signer, stamp: string): Buffer => {
  const day = mac(`AWS4${signer.secretAccessKey}`, stamp.slice(0, 8));
  return mac(mac(mac(day, signer.region ?? 'us-east-1'), 's3'), 'aws4_request');
};

const signText = (signer: Signer, stamp: string, canonical: string): string =>
  mac(
    keyOf(signer, stamp),
    ['AWS4-HMAC-SHA256', stamp, scopeOf(signer, stamp), sha256Of(canonical)].join('\n'),
  ).toString('hex');

const canonicalOf = (method: string, path: string, headers: Record<string, string>, payload: string): string => {
  const [plain = '', query = ''] = path.split('?');
  const sorted = query
    .split('&')
    .filter((each) => each !== '')
    .map((each) => (each.includes('=') ? each : `${each}=`))
    .sort()
    .join('&');
  const names = Object.keys(headers).sort();
  const lines = names.map((name) => `${name}:${headers[name]!.trim()}\n`).join('');
  return [method, plain, sorted, lines, names.join(';'), payload].join('\n');
};

/** Signs in the header. `payload` is what x-amz-content-sha256 says; header names must be lower case. */
export const signed = (
  signer: Signer,
  request: { method: string; path: string; host: string; headers?: Record<string, string>; payload?: string },
): SignedRequest & { readonly signature: string; readonly stamp: string } => {
  const stamp = stampOf(signer.at ?? new Date());
  const payload = request.payload ?? 'UNSIGNED-PAYLOAD';
  const headers: Record<string, string> = {
    host: request.host,
    'x-amz-date': stamp,
    'x-amz-content-sha256': payload,
    ...request.headers,
  };
  const signature = signText(signer, stamp, canonicalOf(request.method, request.path, headers, payload));
  const credential = `${signer.accessKeyId}/${scopeOf(signer, stamp)}`;
  const names = Object.keys(headers).sort().join(';');
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`;
  return { method: request.method, path: request.path, headers: { ...headers, authorization }, signature, stamp };
};

/** The path and query of a presigned URL that signs nothing but the host. */
export const presigned = (
  signer: Signer,
  request: { method: string; path: string; host: string; expires?: number; query?: Record<string, string> },
): string => {
  const stamp = stampOf(signer.at ?? new Date());
  const query = {
    ...request.query,
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${signer.accessKeyId}/${scopeOf(signer, stamp)}`,
    'X-Amz-Date': stamp,
    'X-Amz-Expires': String(request.expires ?? 60),
    'X-Amz-SignedHeaders': 'host',
  };
  const text = Object.entries(query)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
  const path = `${request.path}?${text}`;
  const canonical = canonicalOf(request.method, path, { host: request.host }, 'UNSIGNED-PAYLOAD');
  return `${path}&X-Amz-Signature=${signText(signer, stamp, canonical)}`;
};

/** A body in signed chunks, after the request whose signature seeds the first; with trailers it ends in a signed one. */
export const signedChunks = (
  signer: Signer,
  { signature, stamp }: { readonly signature: string; readonly stamp: string },
  chunks: readonly Buffer[],
  trailers?: Readonly<Record<string, string>>,
): Buffer => {
  let previous = signature;
  const sign = (kind: string, ...digests: string[]): string => {
    const text = [kind, stamp, scopeOf(signer, stamp), previous, ...digests].join('\n');
    previous = mac(keyOf(signer, stamp), text).toString('hex');
    return previous;
  };
  const pieces = [...chunks, Buffer.alloc(0)].map((chunk) => {
    const own = sign('AWS4-HMAC-SHA256-PAYLOAD', sha256Of(''), sha256Of(chunk));
    const head = Buffer.from(`${chunk.length.toString(16)};chunk-signature=${own}\r\n`);
    return Buffer.concat([head, chunk, Buffer.from(chunk.length > 0 ? '\r\n' : '')]);
  });
  if (trailers === undefined) return Buffer.concat([...pieces, Buffer.from('\r\n')]);
  const lines = Object.entries(trailers).map(([name, value]) => `${name}:${value}`);
  const own = sign('AWS4-HMAC-SHA256-TRAILER', sha256Of(lines.map((line) => `${line}\n`).join('')));
  const tail = [...lines, `x-amz-trailer-signature:${own}`, '', ''].join('\r\n');
  return Buffer.concat([...pieces, Buffer.from(tail)]);
};
