import { S3Error } from './s3-error.js';

/** The target of a path-style request. */
export interface Target {
  /** Decoded, with its leading slash. */
  readonly path: string;
  readonly bucket: string | null;
  readonly key: string | null;
  /** Decoded name and value pairs in the order they were sent. */
  readonly pairs: readonly (readonly [name: string, value: string])[];
  /** The first value of each name; the empty text where a name stands alone. */
  readonly query: ReadonlyMap<string, string>;
}

const maxKeyBytes = 1024;

/**
 * Reads a request's target once. Throws InvalidURI for a text that is not a path, or has escapes that are not UTF-8.
 */
export const parseTarget = (url: string): Target => {
  if (!url.startsWith('/')) throw new S3Error('InvalidURI', 'The request target is not a path.');
  const text = decodeRawBytes(url);
  const mark = text.indexOf('?');
  const path = decode(mark < 0 ? text : text.slice(0, mark));
  const pairs = mark < 0 ? [] : parseQuery(text.slice(mark + 1));
  const query = new Map<string, string>();
  for (const [name, value] of pairs) if (!query.has(name)) query.set(name, value);
  const slash = path.indexOf('/', 1);
  const bucket = slash < 0 ? path.slice(1) : path.slice(1, slash);
  const key = slash < 0 ? '' : path.slice(slash + 1);
  return { path, bucket: bucket === '' ? null : bucket, key: key === '' ? null : key, pairs, query };
};

export const refuseLongKey = (key: string): void => {
  if (key.length * 3 > maxKeyBytes && Buffer.byteLength(key) > maxKeyBytes) {
    throw new S3Error('KeyTooLongError', `A key may have ${maxKeyBytes} bytes of UTF-8.`);
  }
};

/** Clients that do not escape send UTF-8 bytes, which Node gives as one character a byte. */
export const decodeRawBytes = (url: string): string => {
  if (!/[\x80-\xff]/.test(url)) return url;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(url, 'latin1'));
  } catch {
    throw new S3Error('InvalidURI', 'The request target is not UTF-8.');
  }
};

/** Decodes percent escapes. Throws InvalidURI for those that are not UTF-8. */
export const decode = (text: string): string => {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error('InvalidURI', 'The request target holds an escape that is not UTF-8.');
  }
};

const parseQuery = (text: string): (readonly [string, string])[] =>
  text
    .split('&')
    .filter((each) => each !== '')
    .map((each) => {
      const sign = each.indexOf('=');
      const [name, value] = sign < 0 ? [each, ''] : [each.slice(0, sign), each.slice(sign + 1)];
      return [decode(name.replaceAll('+', ' ')), decode(value.replaceAll('+', ' '))];
    });
