/**
 * Escapes characters that control a terminal or change the direction of text, for names. Joiners of letters and emoji
 * are kept.
 */
export const printable = (text: string): string =>
  text.replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (control) => {
    const code = control.codePointAt(0) ?? 0;
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
  });

/** The first of many names, and the number of the others. */
export const listed = (names: readonly string[], most: number): string => {
  const shown = names.slice(0, most).map(printable).join(', ');
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
};
