const escaped = (character: string): string => {
  const short = JSON.stringify(character).slice(1, -1);
  return short.length === 2 ? short : `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`;
};

/** Escapes characters that would break the row or control a terminal. */
const inOneCell = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped);

/** A line of cells, separated by tabs. */
export const lineOf = (...cells: readonly string[]): string => `${cells.map(inOneCell).join('\t')}\n`;
