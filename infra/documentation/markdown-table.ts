const cell = (text: string): string => text.replaceAll('|', '\\|');

const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

/** A table of Markdown; lines of text, without padding. */
export const markdownTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(row)].join('\n');
