import { decodeXml, type XmlDeclaration } from './decode.js';
import { TextGuard } from './text-guard.js';

export interface GuardedText {
  readonly text: string;
  /** The same text as UTF-8 without a byte-order mark. */
  readonly utf8: Uint8Array;
  readonly declaration: XmlDeclaration | null;
}

/**
 * Turns bytes into text that is safe for an engine: decoded here (`decodeXml`), so that the engine cannot choose
 * another encoding, and looked through (`TextGuard`). Throws XmlFault.
 */
export const guardXml = (bytes: Uint8Array, maxMarkup: number): GuardedText => {
  const { text, utf8, declaration } = decodeXml(bytes);
  const guard = new TextGuard(maxMarkup);
  guard.see(text);
  guard.end();
  return {
    text,
    utf8,
    declaration: declaration && { version: declaration.version, standalone: declaration.standalone },
  };
};
