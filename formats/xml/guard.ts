import { XmlFault } from './fault.js';
import type { XmlDeclaration } from './tree.js';

export interface GuardedText {
  readonly text: string;
  /** The same text as UTF-8 without a byte-order mark. */
  readonly utf8: Uint8Array;
  readonly declaration: XmlDeclaration | null;
}

/** What a declaration may name. The bytes decide the encoding; UTF-16 is often declared by writers of UTF-8. */
const KNOWN_ENCODINGS = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii', 'utf-16', 'utf-16le', 'utf-16be']);

/**
 * Turns bytes into text that is safe to hand to an engine: UTF-8, or UTF-16 with its byte-order mark, decoded here so
 * that no engine chooses another reading; without any DTD, so that no entity can exist; and with no more than
 * `maxMarkup` tags, nor attributes: each takes far more memory in a tree than it has bytes. Throws XmlFault.
 */
export const guardXml = (bytes: Uint8Array, maxMarkup: number): GuardedText => {
  const { text, utf8 } = decode(bytes);
  if (text.trim() === '') throw new XmlFault('xml-not-well-formed', 'The document is empty.');
  refuse(text, '\0', 'xml-not-well-formed', 'The document holds a NUL character.');
  // Anywhere, even in a comment: the engine must never be the one to decide where a comment ends.
  refuse(text, '<!DOCTYPE', 'xml-dtd-refused', 'A document type declaration is not allowed.');
  refuse(text, '<!ENTITY', 'xml-dtd-refused', 'An entity declaration is not allowed.');
  refuseMany(text, '<', maxMarkup);
  refuseMany(text, '=', maxMarkup);
  return { text, utf8, declaration: readDeclaration(text) };
};

const decode = (bytes: Uint8Array): { text: string; utf8: Uint8Array } => {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe) {
    if (third === 0 && fourth === 0) throw new XmlFault('xml-encoding-refused', 'UTF-32 is not supported.');
    return reencoded(decodeAs('utf-16le', bytes));
  }
  if (first === 0xfe && second === 0xff) return reencoded(decodeAs('utf-16be', bytes));
  const marked = first === 0xef && second === 0xbb && third === 0xbf;
  const utf8 = marked ? bytes.subarray(3) : bytes;
  return { text: decodeAs('utf-8', utf8), utf8 };
};

const reencoded = (text: string): { text: string; utf8: Uint8Array } => ({ text, utf8: Buffer.from(text, 'utf8') });

const decodeAs = (encoding: 'utf-8' | 'utf-16le' | 'utf-16be', bytes: Uint8Array): string => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    const problem = `The bytes are not ${encoding.toUpperCase()}; documents are read as UTF-8, or UTF-16 with a byte-order mark.`;
    throw new XmlFault('xml-encoding-refused', problem, null, { cause });
  }
};

const refuse = (
  text: string,
  forbidden: string,
  code: 'xml-not-well-formed' | 'xml-dtd-refused',
  why: string,
): void => {
  const at = text.indexOf(forbidden);
  if (at >= 0) throw new XmlFault(code, why, lineAt(text, at));
};

const refuseMany = (text: string, mark: string, most: number): void => {
  if (text.length <= most) return;
  let found = 0;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1))
    if (++found > most)
      throw new XmlFault('xml-too-large', `The document has more than ${most} times '${mark}'.`, lineAt(text, at));
};

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;

const readDeclaration = (text: string): XmlDeclaration | null => {
  const declaration = /^<\?xml\s[^>]*\?>/.exec(text.slice(0, 1024))?.[0];
  if (declaration === undefined) return null;
  const encoding = valueOf(declaration, 'encoding');
  if (encoding !== null && !KNOWN_ENCODINGS.has(encoding.toLowerCase()))
    throw new XmlFault('xml-encoding-refused', `The declared encoding '${encoding}' is not supported.`, 1);
  const standalone = valueOf(declaration, 'standalone');
  return {
    version: valueOf(declaration, 'version') ?? '1.0',
    standalone: standalone === null ? null : standalone === 'yes',
  };
};

const valueOf = (declaration: string, name: string): string | null =>
  new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(declaration)?.[1] ?? null;
