import { unwritable } from './fault.js';

/** Characters that need neither a check nor an escape; most text has no others. */
const PLAIN = /^[\x20-\x21\x23-\x25\x27-\x3b\x3d\x3f-\x7e]*$/;

/** Characters that XML 1.0 forbids even as references: control characters, U+FFFE, U+FFFF, lone surrogates. */
const ILLEGAL = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

/** Why a text cannot be written in XML; null when it can. */
export const xmlTextViolation = (text: string): string | null => {
  if (PLAIN.test(text)) return null;
  const character = ILLEGAL.exec(text)?.[0];
  if (character === undefined) return null;
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return `the character U+${code} is not allowed in XML`;
};

/** The text with U+FFFD for each character that XML forbids: for tool reports, which the caller cannot correct. */
export const writable = (text: string): string =>
  PLAIN.test(text) ? text : text.replace(new RegExp(ILLEGAL, 'gu'), '\u{fffd}');

/** The given text. Throws XmlFault `xml-unwritable` for a character that XML forbids. */
export const checked = (text: string): string => {
  const violation = xmlTextViolation(text);
  if (violation !== null) throw unwritable(violation);
  return text;
};

const NAME_START =
  'A-Z_a-z\\u{c0}-\\u{d6}\\u{d8}-\\u{f6}\\u{f8}-\\u{2ff}\\u{370}-\\u{37d}\\u{37f}-\\u{1fff}\\u{200c}\\u{200d}' +
  '\\u{2070}-\\u{218f}\\u{2c00}-\\u{2fef}\\u{3001}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{fffd}\\u{10000}-\\u{effff}';
const NAME = new RegExp(`^[${NAME_START}][-.0-9\\u{b7}\\u{300}-\\u{36f}\\u{203f}\\u{2040}${NAME_START}]*$`, 'u');

/** Whether a text is an XML name without a colon (XML 1.0, fifth edition). */
export const isXmlName = (text: string): boolean => NAME.test(text);
