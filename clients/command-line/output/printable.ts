/** Characters that control a terminal, or change the direction of text. */
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\r': '\\r' };

const escaped = (control: string): string => {
  const code = control.charCodeAt(0);
  if (code >= 0x80) return `\\u${code.toString(16).padStart(4, '0')}`;
  return SHORT[control] ?? `\\x${code.toString(16).padStart(2, '0')}`;
};

/** A sentence in which characters that control a terminal, or change the direction of text, are escaped. */
export const printable = (text: string): string => text.replace(CONTROLS, escaped);

/**
 * A name, message or agent as it is shown: as it is, or as `$'a\nb'`, which bash and zsh read as the same text, where it
 * has characters that control a terminal or change the direction of text.
 */
export const shownName = (name: string): string =>
  name.search(CONTROLS) < 0 ? name : `$'${printable(name.replace(/[\\']/g, '\\$&'))}'`;

/** The first of many names, and the number of the others; `count` is of all, where only some of the names are known. */
export const listed = (names: readonly string[], most: number, count = names.length): string => {
  const shown = names.slice(0, most);
  const text = shown.map(shownName).join(', ');
  return count > shown.length ? `${text} and ${count - shown.length} more` : text;
};

/** A name of a file as `shownName` shows it, or by its bytes where it is not UTF-8. */
export const shownBytes = (name: Buffer | string): string => {
  if (typeof name === 'string') return shownName(name);
  const shown = [...name].map((byte) => {
    const character = String.fromCharCode(byte);
    if (byte < 0x20 || byte > 0x7e) return `\\x${byte.toString(16).padStart(2, '0')}`;
    return /[\\']/.test(character) ? `\\${character}` : character;
  });
  return `$'${shown.join('')}'`;
};
