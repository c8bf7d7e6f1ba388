import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CredentialScope } from './credential-scope.js';

export const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const maxKept = 64;

/** Derives signing keys and caches the latest, which is valid for a day. */
export const signingKeys = (): ((secretAccessKey: string, scope: CredentialScope) => Buffer) => {
  const kept = new Map<string, Buffer>();
  return (secretAccessKey, scope) => {
    const name = `${scope.accessKeyId}/${scope.text}`;
    const known = kept.get(name);
    if (known !== undefined) return known;
    const key = [scope.region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${secretAccessKey}`, scope.day));
    if (kept.size >= maxKept) kept.clear();
    kept.set(name, key);
    return key;
  };
};

/** Compares in constant time. `given` is hex. */
export const sameSignature = (wanted: Buffer, given: string): boolean => {
  const bytes = Buffer.from(given, 'hex');
  return bytes.length === wanted.length && timingSafeEqual(bytes, wanted);
};
