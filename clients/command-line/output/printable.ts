/**
 * Escapes characters that control a terminal or change the direction of text, for names. Joiners of letters and emoji
 * are kept.
 */
export const printable = (text: string): string =>
  text.replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (control) => {
    const code = control.codePointAt(0) ?? 0;
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
  });

/** The first of many names, and the number of the others; `count` is of all, where only some of the names are known. */
export const listed = (names: readonly string[], most: number, count = names.length): string => {
  const shown = names.slice(0, most);
  const text = shown.map(printable).join(', ');
  return count > shown.length ? `${text} and ${count - shown.length} more` : text;
};
