/** Of no bytes. */
export const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** The lower-case hex form of a SHA-256 written in hex; null when the text is not one. */
export const sha256Hex = (text: string): string | null => (/^[0-9a-fA-F]{64}$/.test(text) ? text.toLowerCase() : null);

/**
 * The lower-case hex of a SHA-256 in base64, as S3 gives and takes checksums; null when the text does not decode to
 * exactly 32 bytes, as a composite of parts (`…-3`) never does.
 */
export const sha256FromBase64 = (checksum: string): string | null =>
  /^[A-Za-z0-9+/]{43}=$/.test(checksum) ? Buffer.from(checksum, 'base64').toString('hex') : null;

/** The base64 that S3 wants for a digest in hex. */
export const base64FromHex = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');
