import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The key that only the holder of a token has. */
const keyOf = (token: string): Buffer => Buffer.from(hkdfSync('sha256', token, '', 'muniment console session', 32));

/** Encrypts a text for the holder of a token (AES-256-GCM); base64. */
export const sealText = (token: string, text: string): string => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(token), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
};

/** The text that was encrypted for the holder of this token. Throws where it was for another one, or was changed. */
export const openText = (token: string, sealed: string): string => {
  const bytes = Buffer.from(sealed, 'base64');
  const begin = NONCE_BYTES + TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, keyOf(token), bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, begin));
  return Buffer.concat([decipher.update(bytes.subarray(begin)), decipher.final()]).toString('utf8');
};
