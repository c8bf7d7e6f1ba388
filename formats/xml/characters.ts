import { XmlFault } from './fault.js';

/** Most text is made of these alone, which need neither a look nor an escape. */
const PLAIN = /^[\x20-\x21\x23-\x25\x27-\x3b\x3d\x3f-\x7e]*$/;

/** What no XML 1.0 document can hold, not even escaped: control characters, U+FFFE, U+FFFF, halves of pairs. */
const ILLEGAL = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

/** Why a text cannot stand in an XML document; null when it can. */
export const xmlTextViolation = (text: string): string | null => {
  if (PLAIN.test(text)) return null;
  const character = ILLEGAL.exec(text)?.[0];
  if (character === undefined) return null;
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return `the character U+${code} has no place in XML`;
};

/** The text with U+FFFD for each character that XML cannot hold: for what tools report, which nobody can correct. */
export const writable = (text: string): string =>
  PLAIN.test(text) ? text : text.replace(new RegExp(ILLEGAL, 'gu'), '\u{fffd}');

/** Text as it stands between tags; a carriage return would be read back as a line feed were it not escaped. */
export const escapeText = (text: string): string => (PLAIN.test(text) ? text : escapeMarkup(text));

/** Text as it stands in double quotes; readers would turn bare tabs and line ends into spaces. */
export const escapeAttribute = (value: string): string =>
  PLAIN.test(value)
    ? value
    : escapeMarkup(value).replaceAll('"', '&quot;').replaceAll('\t', '&#9;').replaceAll('\n', '&#10;');

const escapeMarkup = (text: string): string =>
  checked(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;');

/** The text as it is. Throws XmlFault `xml-unwritable` when XML cannot hold it. */
export const checked = (text: string): string => {
  const fault = xmlTextViolation(text);
  if (fault !== null) throw new XmlFault('xml-unwritable', `The document cannot be written: ${fault}.`);
  return text;
};

const NAME_START =
  'A-Z_a-z\\u{c0}-\\u{d6}\\u{d8}-\\u{f6}\\u{f8}-\\u{2ff}\\u{370}-\\u{37d}\\u{37f}-\\u{1fff}\\u{200c}\\u{200d}' +
  '\\u{2070}-\\u{218f}\\u{2c00}-\\u{2fef}\\u{3001}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{fffd}\\u{10000}-\\u{effff}';
const NAME = new RegExp(`^[${NAME_START}][-.0-9\\u{b7}\\u{300}-\\u{36f}\\u{203f}\\u{2040}${NAME_START}]*$`, 'u');

/** Whether a text is a name without a colon (XML 1.0, fifth edition, which both engines read). */
export const isXmlName = (text: string): boolean => NAME.test(text);
