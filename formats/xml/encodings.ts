import { TextDecoder } from 'node:util';

/** Null where the bytes are not in the encoding. */
export type Decode = (bytes: Uint8Array) => string | null;

/**
 * Whether a document that declares this encoding is read as UTF-8: ASCII is a subset of it, and many programs write
 * UTF-8 and declare UTF-16.
 */
export const isUtf8 = (name: string | null): boolean => name === null || UTF8.has(name.toLowerCase());

const UTF8 = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii', 'utf-16', 'utf-16le', 'utf-16be']);

/** The decoder for the encoding in an XML declaration, without regard to case; null for an unknown one. */
export const decoderOf = (name: string): Decode | null => {
  const label = name.toLowerCase();
  if (isUtf8(label)) return strictly(new TextDecoder('utf-8', { fatal: true }));
  const latin = LATIN.get(label);
  if (latin !== undefined) return latin;
  const decoder = webDecoder(label);
  return decoder === null ? null : strictly(decoder);
};

export const utf16 = (order: 'utf-16le' | 'utf-16be'): Decode => strictly(new TextDecoder(order, { fatal: true }));

const strictly =
  (decoder: TextDecoder): Decode =>
  (bytes) => {
    try {
      return decoder.decode(bytes);
    } catch {
      return null;
    }
  };

/** The decoder of TextDecoder for a name. Names with white space, which TextDecoder allows, are not valid in XML. */
const webDecoder = (label: string): TextDecoder | null => {
  if (!/^[a-z][a-z0-9._:-]*$/.test(label)) return null;
  try {
    return new TextDecoder(label, { fatal: true });
  } catch {
    return null;
  }
};

const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');

/** The characters of windows-1252 from 0x80 on; a space where it has none. */
const SPECIAL = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

const windows1252: Decode = (bytes) => {
  const text = latin1(bytes);
  if (/[\x81\x8d\x8f\x90\x9d]/.test(text)) return null;
  return text.replace(/[\x80-\x9f]/g, (each) => SPECIAL[each.charCodeAt(0) - 0x80] ?? '');
};

/**
 * TextDecoder does not decode these two reliably: the standard maps Latin-1 to windows-1252, and Node maps windows-1252
 * to Latin-1.
 */
const LATIN = new Map<string, Decode>([
  ...['iso-8859-1', 'iso8859-1', 'iso_8859-1', 'latin1', 'l1'].map((name) => [name, latin1] as const),
  ...['windows-1252', 'cp1252'].map((name) => [name, windows1252] as const),
]);
