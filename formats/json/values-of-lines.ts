import { LINE_FEED } from './line-blocks.js';

/**
 * The values of a block of whole lines of JSON, parsed at once, which takes a fraction of the time that it takes line
 * by line. Null where some line is not one value.
 */
export const valuesOfLines = (block: Buffer): readonly unknown[] | null => {
  const values = parsed(`[${block.toString('utf8', 0, block.length - 1).replaceAll('\n', ',')}]`);
  return values?.length === linesIn(block) ? values : null;
};

const parsed = (text: string): unknown[] | null => {
  try {
    return JSON.parse(text) as unknown[];
  } catch {
    return null;
  }
};

const linesIn = (block: Buffer): number => {
  let lines = 0;
  for (let end = block.indexOf(LINE_FEED); end !== -1; end = block.indexOf(LINE_FEED, end + 1)) lines += 1;
  return lines;
};
