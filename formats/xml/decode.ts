import { decoderOf, isUtf8, utf16, type Decode } from './encodings.js';
import { XmlFault } from './fault.js';

export interface DecodedText {
  readonly text: string;
  /** The same text as UTF-8 without a byte-order mark. */
  readonly utf8: Uint8Array;
  readonly declaration: WrittenDeclaration | null;
}

/**
 * Decodes a document by its byte-order mark, else in the declared encoding, else as UTF-8. Throws XmlFault
 * `xml-encoding-refused` for an unknown encoding, and for bytes that are invalid in theirs.
 */
export const decodeXml = (bytes: Uint8Array): DecodedText => {
  const isMarked = (...mark: readonly number[]): boolean => mark.every((byte, index) => bytes[index] === byte);
  if (isMarked(0xff, 0xfe, 0, 0)) throw new XmlFault('xml-encoding-refused', 'UTF-32 is not supported.');
  if (isMarked(0xff, 0xfe)) return decoded(bytes, 'UTF-16LE', utf16('utf-16le'));
  if (isMarked(0xfe, 0xff)) return decoded(bytes, 'UTF-16BE', utf16('utf-16be'));
  if (isMarked(0xef, 0xbb, 0xbf)) return decoded(bytes.subarray(3), 'UTF-8', known('UTF-8'));
  // Every encoding that may be declared without a mark writes the declaration as ASCII does.
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString('latin1');
  const name = readDeclaration(start)?.encoding ?? null;
  return name === null || isUtf8(name) ? decoded(bytes, 'UTF-8', known('UTF-8')) : decoded(bytes, name, known(name));
};

const decoded = (bytes: Uint8Array, name: string, decode: Decode): DecodedText => {
  const text = decode(bytes);
  if (text === null)
    throw new XmlFault(
      'xml-encoding-refused',
      `The bytes are not ${name}; documents are read as UTF-8, as UTF-16 with a byte-order mark, or as they declare.`,
    );
  const declaration = readDeclaration(text);
  known(declaration?.encoding ?? 'UTF-8');
  return { text, utf8: name === 'UTF-8' ? bytes : Buffer.from(text, 'utf8'), declaration };
};

const known = (name: string): Decode => {
  const decode = decoderOf(name);
  if (decode !== null) return decode;
  throw new XmlFault('xml-encoding-refused', `The declared encoding '${name}' is not supported.`, 1);
};

/** An XML declaration. Its encoding is not kept; output is UTF-8. */
export interface XmlDeclaration {
  readonly version: string;
  readonly standalone: boolean | null;
}

/** An XML declaration with its encoding; null without one. */
interface WrittenDeclaration extends XmlDeclaration {
  readonly encoding: string | null;
}

/** The XML declaration at the start of a document; null where it has none. */
const readDeclaration = (start: string): WrittenDeclaration | null => {
  const declaration = /^<\?xml\s[^>]*\?>/.exec(start.slice(0, 1024))?.[0];
  if (declaration === undefined) return null;
  const standalone = valueOf(declaration, 'standalone');
  return {
    version: valueOf(declaration, 'version') ?? '1.0',
    standalone: standalone === null ? null : standalone === 'yes',
    encoding: valueOf(declaration, 'encoding'),
  };
};

const valueOf = (declaration: string, name: string): string | null =>
  new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(declaration)?.[1] ?? null;
