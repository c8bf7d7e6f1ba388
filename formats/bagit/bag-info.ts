import { LONGEST } from '../text/limits.js';

/** A label and its value, both without line ends. */
export type BagInfoElement = readonly [label: string, value: string];

/** What stands in a line of `bag-info.txt` that is no element. */
export type MalformedLine = (line: string) => void;

const ELEMENT = /^([^\s:][^:]*):(.*)$/s;
const EXACT = /^[^\s:](?:[^:]*[^\s:])?:(?:[ \t]|$)/s;

/**
 * Reads the elements of `bag-info.txt` in their order (RFC 8493, 2.2.2). A folded value gets one space for each fold.
 * White space around the colon is accepted, unless `isStrict`: then only one space or tab after it, as BagIt 1.0 has it.
 */
export async function* bagInfoElements(
  blocks: AsyncIterable<readonly string[]>,
  isStrict: boolean,
  malformed: MalformedLine,
): AsyncGenerator<BagInfoElement> {
  let open: BagInfoElement | null = null;
  for await (const block of blocks) {
    for (const line of block) {
      if (line.trim() === '') continue;
      if (open !== null && /^[ \t]/.test(line)) {
        open = folded(open, line);
        continue;
      }
      if (open !== null) yield open;
      open = elementOf(line);
      if (open === null || (isStrict && !EXACT.test(line))) malformed(line);
    }
  }
  if (open !== null) yield open;
}

const elementOf = (line: string): BagInfoElement | null => {
  const [, label, value] = ELEMENT.exec(line) ?? [];
  return label === undefined || value === undefined ? null : [label.trim(), value.trim()];
};

/** The value with a further line; the rest of one that is too long is left out. */
const folded = ([label, value]: BagInfoElement, line: string): BagInfoElement =>
  value.length > LONGEST ? [label, value] : [label, `${value} ${line.trim()}`.trim()];

/** The longest line that is written, in characters, where there is a space to break it at. */
const WIDTH = 79;

/**
 * An element as lines of `bag-info.txt`. Line ends and white space around the value cannot be written: they become one
 * space, and nothing. Long values are folded at single spaces. Throws RangeError for a label that cannot be written.
 */
export const bagInfoText = ([label, value]: BagInfoElement): string => {
  if (!/^[^\s:](?:[^:\n\r]*[^\s:])?$/.test(label))
    throw new RangeError(`${JSON.stringify(label)} cannot be a label of bag-info.txt`);
  const lines: string[] = [];
  let line = `${label}:`;
  for (const [index, word] of wordsOf(inOneLine(value)).entries()) {
    if (index > 0 && line.length + word.length >= WIDTH) {
      lines.push(line);
      line = '';
    }
    line += ` ${word}`;
  }
  return `${[...lines, line].join('\n')}\n`;
};

const inOneLine = (value: string): string =>
  value
    .split(/[\n\r]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');

/** A text split at the single spaces between two characters that are no white space. */
const wordsOf = (text: string): string[] => text.split(/(?<=\S) (?=\S)/);
