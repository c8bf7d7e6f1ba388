/** A word of a command line, without its quotes. */
export interface TypedWord {
  readonly text: string;
  /** How much of the text is before the last place at which the shell breaks words: it completes the rest only. */
  readonly broken: number;
}

const SHORT: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** The pieces of a line as bash quotes them; the last one may be unfinished. */
const PIECES = [
  /(?<space>\s+)/,
  /\$'(?<control>(?:\\.|[^'\\])*)(?:'|\\?$)/,
  /'(?<single>[^']*)(?:'|$)/,
  /"(?<double>(?:\\.|[^"\\])*)(?:"|\\?$)/,
  /\\(?<escaped>.?)/,
  /(?<plain>.)/,
];
const PIECE = new RegExp(PIECES.map(({ source }) => source).join('|'), 'gsu');

const textOf = ({ control, single, double, escaped, plain }: Readonly<Record<string, string | undefined>>): string =>
  control?.replace(/\\(.)/gs, (_, each: string) => SHORT[each] ?? each) ??
  double?.replace(/\\(["\\$`])/g, '$1') ??
  single ??
  escaped ??
  plain ??
  '';

/**
 * The words of a line up to the cursor, as bash reads quotes; the last one is that at the cursor, and may be empty. Nothing
 * is expanded.
 */
export const typedLine = (line: string, breaks: string): TypedWord[] => {
  const words: TypedWord[] = [];
  let text: string | null = null;
  let broken = 0;
  for (const { groups = {} } of line.matchAll(PIECE)) {
    if (groups['space'] !== undefined) {
      if (text !== null) words.push({ text, broken });
      text = null;
      broken = 0;
      continue;
    }
    text = `${text ?? ''}${textOf(groups)}`;
    if (groups['plain'] !== undefined && breaks.includes(groups['plain'])) broken = text.length;
  }
  return [...words, { text: text ?? '', broken }];
};
