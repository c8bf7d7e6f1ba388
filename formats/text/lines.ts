import { decodedText, type Losses } from './decoded-text.js';
import { LONGEST } from './limits.js';

/** A line end; a carriage return at the end of the text may be followed by a line feed in the next piece. */
const LINE_END = /\r\n|\n|\r(?!$)/g;

/**
 * The lines of a text in blocks, each with its line end, if it has one: LF, CR or both. A line longer than LONGEST is
 * left out, never kept whole, and counted in `losses.leftOut`.
 */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  losses: Losses,
  encoding?: string,
): AsyncGenerator<readonly string[]> {
  let rest = '';
  let isOverlong = false;
  for await (const text of decodedText(chunks, losses, encoding)) {
    LINE_END.lastIndex = Math.max(0, rest.length - 1);
    const known = rest + text;
    const lines: string[] = [];
    let start = 0;
    while (LINE_END.test(known)) {
      const end = LINE_END.lastIndex;
      if (isOverlong || end - start > LONGEST) losses.leftOut += 1;
      else lines.push(known.slice(start, end));
      isOverlong = false;
      start = end;
    }
    rest = known.slice(start);
    isOverlong ||= rest.length > LONGEST;
    if (isOverlong) rest = rest.endsWith('\r') ? '\r' : '';
    yield lines;
  }
  if (isOverlong) losses.leftOut += 1;
  else if (rest !== '') yield [rest];
}

/** A line without its line end. */
export const chomp = (line: string): string => line.replace(/(?:\r\n|\n|\r)$/, '');
