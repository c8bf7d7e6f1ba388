import { TextDecoder } from 'node:util';

/** Decodes one text piece by piece. Null where the bytes are not in the encoding, also where the last ends too early. */
export type Decode = (bytes: Uint8Array, isLast: boolean) => string | null;

/** Begins a text. */
export type Decoding = () => Decode;

/**
 * Whether a document that declares this encoding is read as UTF-8: ASCII is a subset of it, and many programs write
 * UTF-8 and declare UTF-16.
 */
export const isUtf8 = (name: string | null): boolean => name === null || UTF8.has(name.toLowerCase());

const UTF8 = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii', 'utf-16', 'utf-16le', 'utf-16be']);

/** The decoding for the encoding in an XML declaration, without regard to case; null for an unknown one. */
export const decodingOf = (name: string): Decoding | null => {
  const label = name.toLowerCase();
  if (isUtf8(label)) return strictly('utf-8');
  return LATIN.get(label) ?? (isKnownToWeb(label) ? strictly(label) : null);
};

export const utf16 = (order: 'utf-16le' | 'utf-16be'): Decoding => strictly(order);

const strictly =
  (label: string): Decoding =>
  () => {
    const decoder = new TextDecoder(label, { fatal: true });
    return (bytes, isLast) => {
      try {
        return decoder.decode(bytes, { stream: !isLast });
      } catch {
        return null;
      }
    };
  };

/** Whether TextDecoder knows a name. Names with white space, which it allows, are not valid in XML. */
const isKnownToWeb = (label: string): boolean => {
  if (!/^[a-z][a-z0-9._:-]*$/.test(label)) return false;
  try {
    return new TextDecoder(label, { fatal: true }).encoding !== '';
  } catch {
    return false;
  }
};

const latin1: Decode = (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');

/** The characters of windows-1252 from 0x80 on; a space where it has none. */
const SPECIAL = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

const windows1252: Decode = (bytes, isLast) => {
  const text = latin1(bytes, isLast) ?? '';
  if (/[\x81\x8d\x8f\x90\x9d]/.test(text)) return null;
  return text.replace(/[\x80-\x9f]/g, (each) => SPECIAL[each.charCodeAt(0) - 0x80] ?? '');
};

/**
 * TextDecoder does not decode these two reliably: the standard maps Latin-1 to windows-1252, and Node maps windows-1252
 * to Latin-1.
 */
const LATIN = new Map<string, Decoding>([
  ...['iso-8859-1', 'iso8859-1', 'iso_8859-1', 'latin1', 'l1'].map((name) => [name, () => latin1] as const),
  ...['windows-1252', 'cp1252'].map((name) => [name, () => windows1252] as const),
]);
