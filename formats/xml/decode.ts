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

/** The same for a document in pieces, of which the first is whole or of a kibibyte at least: its text, in pieces. */
export function* decodedPieces(pieces: Iterable<Uint8Array>): Generator<string> {
  let decode: ((bytes: Uint8Array, isLast: boolean) => string) | null = null;
  for (const piece of pieces) {
    if (decode !== null) {
      yield decode(piece, false);
      continue;
    }
    const { name, mark, begin } = encodingOf(piece);
    const one = begin();
    decode = (bytes, isLast) => decoded(name, one, bytes, isLast);
    const text = decode(piece.subarray(mark), false);
    checkedDeclaration(text);
    yield text;
  }
  if (decode !== null) yield decode(NOTHING, true);
}

const NOTHING = new Uint8Array();

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
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString('latin1');
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
