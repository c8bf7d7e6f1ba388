import { createSHA256, type IHasher } from 'hash-wasm';
import type { DigestAnswer, DigestRequest } from './digest-messages.js';

/** The hashes of large files that are being read, by their numbers. */
const wholes = new Map<number, IHasher>();
let once: IHasher | null = null;

const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Web Crypto is faster, and is there only on pages of HTTPS and of this computer. */
const digestOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
  const subtle = (globalThis.crypto as { readonly subtle?: SubtleCrypto }).subtle;
  if (subtle !== undefined) return hex(await subtle.digest('SHA-256', bytes));
  once ??= await createSHA256();
  return once.init().update(bytes).digest();
};

const digest = async (request: DigestRequest): Promise<string> => {
  if (request.kind === 'file') return digestOf(new Uint8Array(await request.bytes.arrayBuffer()));
  const whole = wholes.get(request.whole) ?? (await createSHA256()).init();
  wholes.set(request.whole, whole);
  if (request.kind === 'part') {
    const bytes = new Uint8Array(await request.bytes.arrayBuffer());
    whole.update(bytes);
    return digestOf(bytes);
  }
  wholes.delete(request.whole);
  return request.kind === 'end' ? whole.digest() : '';
};

addEventListener('message', ({ data }: MessageEvent<DigestRequest>) => {
  const answer = ({ sha256 = '', fault = null }: Partial<DigestAnswer>): void =>
    postMessage({ id: data.id, sha256, fault } satisfies DigestAnswer);
  digest(data).then(
    (sha256) => answer({ sha256 }),
    (error: unknown) => answer({ fault: error instanceof Error ? error.name : String(error) }),
  );
});
