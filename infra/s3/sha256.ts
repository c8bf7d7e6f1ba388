import { createHash, createHmac, type Hash } from 'node:crypto';

/** SHA-256 as the signing library wants it: with a secret, the HMAC. */
export class Sha256 {
  readonly #hash: Pick<Hash, 'digest'> & { update(bytes: Uint8Array): unknown };
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret as string | Uint8Array);
  }
  update(bytes: Uint8Array): void {
    this.#hash.update(bytes);
  }
  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest());
  }
}
