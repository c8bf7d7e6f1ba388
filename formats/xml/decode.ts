import { decodingOf, isUtf8, utf16, type Decode, type Decoding } from './encodings.js';
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
  const { name, mark, begin } = encodingOf(bytes);
  const marked = bytes.subarray(mark);
  const text = decoded(name, begin(), marked, true);
  return {
    text,
    utf8: name === 'UTF-8' ? marked : Buffer.from(text, 'utf8'),
    declaration: checkedDeclaration(text),
  };
};

/** The same for a document that comes in pieces of any length. */
export class PieceDecoder {
  /** Of a beginning that is too short to tell the encoding. */
  #held: Uint8Array = NOTHING;
  #decode: ((bytes: Uint8Array, isLast: boolean) => string) | null = null;

  /** The text of the next piece, or with `isLast` of what is left; empty while more must be known. */
  text(piece: Uint8Array, isLast: boolean): string {
    if (this.#decode !== null) return this.#decode(piece, isLast);
    const start = this.#held.length === 0 ? piece : Buffer.concat([this.#held, piece]);
    if (start.length < DECLARED_WITHIN && !isLast) {
      this.#held = Uint8Array.from(start);
      return '';
    }
    this.#held = NOTHING;
    const { name, mark, begin } = encodingOf(start);
    const one = begin();
    this.#decode = (bytes, last) => decoded(name, one, bytes, last);
    const text = this.#decode(start.subarray(mark), isLast);
    checkedDeclaration(text);
    return text;
  }
}

const NOTHING = new Uint8Array();

/** An XML declaration that is longer, in bytes, is not seen. */
const DECLARED_WITHIN = 1_024;

interface Encoding {
  readonly name: string;
  /** The bytes of a mark that the decoding does not take away itself. */
  readonly mark: number;
  readonly begin: Decoding;
}

/** The encoding of a document, by its first bytes. */
const encodingOf = (bytes: Uint8Array): Encoding => {
  const isMarked = (...mark: readonly number[]): boolean => mark.every((byte, index) => bytes[index] === byte);
  if (isMarked(0xff, 0xfe, 0, 0)) throw new XmlFault('xml-encoding-refused', 'UTF-32 is not supported.');
  if (isMarked(0xff, 0xfe)) return { name: 'UTF-16LE', mark: 0, begin: utf16('utf-16le') };
  if (isMarked(0xfe, 0xff)) return { name: 'UTF-16BE', mark: 0, begin: utf16('utf-16be') };
  if (isMarked(0xef, 0xbb, 0xbf)) return { name: 'UTF-8', mark: 3, begin: known('UTF-8') };
  // Every encoding that may be declared without a mark writes the declaration as ASCII does.
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, DECLARED_WITHIN)).toString('latin1');
  const name = readDeclaration(start)?.encoding ?? null;
  return name === null || isUtf8(name)
    ? { name: 'UTF-8', mark: 0, begin: known('UTF-8') }
    : { name, mark: 0, begin: known(name) };
};

const decoded = (name: string, decode: Decode, bytes: Uint8Array, isLast: boolean): string => {
  const text = decode(bytes, isLast);
  if (text !== null) return text;
  throw new XmlFault(
    'xml-encoding-refused',
    `The bytes are not ${name}; documents are read as UTF-8, as UTF-16 with a byte-order mark, or as they declare.`,
  );
};

const checkedDeclaration = (text: string): WrittenDeclaration | null => {
  const declaration = readDeclaration(text);
  known(declaration?.encoding ?? 'UTF-8');
  return declaration;
};

const known = (name: string): Decoding => {
  const decoding = decodingOf(name);
  if (decoding !== null) return decoding;
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
  const declaration = /^<\?xml\s[^>]*\?>/.exec(start.slice(0, DECLARED_WITHIN))?.[0];
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
