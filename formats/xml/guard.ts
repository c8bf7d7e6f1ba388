import { decodeXml, type XmlDeclaration } from './decode.js';
import { XmlFault } from './fault.js';

export interface GuardedText {
  readonly text: string;
  /** The same text as UTF-8 without a byte-order mark. */
  readonly utf8: Uint8Array;
  readonly declaration: XmlDeclaration | null;
}

/**
 * Turns bytes into text that is safe for an engine: decoded here (`decodeXml`), so that the engine cannot choose
 * another encoding; without a DTD, so that there are no entities; and with at most `maxMarkup` tags and attributes,
 * each of which takes far more memory in a tree than its bytes. Throws XmlFault.
 */
export const guardXml = (bytes: Uint8Array, maxMarkup: number): GuardedText => {
  const { text, utf8, declaration } = decodeXml(bytes);
  if (text.trim() === '') throw new XmlFault('xml-not-well-formed', 'The document is empty.');
  const nul = text.indexOf('\0');
  if (nul >= 0) throw new XmlFault('xml-not-well-formed', 'The document holds a NUL character.', lineAt(text, nul));
  refuseDtd(text);
  refuseMany(text, '<', maxMarkup);
  refuseMany(text, '=', maxMarkup);
  return {
    text,
    utf8,
    declaration: declaration && { version: declaration.version, standalone: declaration.standalone },
  };
};

const refuseDtd = (text: string): void => {
  const at = documentTypeAt(text);
  if (at < 0) return;
  const what = text.startsWith('<!DOCTYPE', at) ? 'A document type declaration' : 'An entity declaration';
  throw new XmlFault('xml-dtd-refused', `${what} is not allowed.`, lineAt(text, at));
};

const refuseMany = (text: string, character: string, most: number): void => {
  if (text.length <= most) return;
  let found = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1))
    if (++found > most)
      throw new XmlFault('xml-too-large', `The document has more than ${most} times '${character}'.`, lineAt(text, at));
};

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;

/**
 * The index of a document type or entity declaration; -1 without one. Comments, CDATA sections and instructions are
 * skipped; after an unclosed one nothing is searched, since no engine reads on either.
 */
export const documentTypeAt = (text: string): number => {
  if (!text.includes('!DOCTYPE') && !text.includes('!ENTITY')) return -1; // quicker than with `<`, which is everywhere
  const markup = /<[!?]/g;
  for (let found = markup.exec(text); found !== null; found = markup.exec(text)) {
    const end = endOf(text, found.index);
    if (end === null) return found.index;
    if (end < 0) return -1;
    markup.lastIndex = end;
  }
  return -1;
};

const SPANS = [
  { from: '<!--', to: '-->' },
  { from: '<![CDATA[', to: ']]>' },
  { from: '<?', to: '?>' },
] as const;

/** The end of the markup that begins at `start`, -1 where it is unclosed; null where it is a declaration. */
const endOf = (text: string, start: number): number | null => {
  const span = SPANS.find(({ from }) => text.startsWith(from, start));
  if (span === undefined)
    return text.startsWith('<!DOCTYPE', start) || text.startsWith('<!ENTITY', start) ? null : start + 2;
  const end = text.indexOf(span.to, start + span.from.length);
  return end < 0 ? -1 : end + span.to.length;
};
