import { decodedText, type Losses } from './decoded-text.js';

/** Reads a text that is to be held whole; the reader's result is '' where it is longer than `most` UTF-16 units. */
export const wholeText =
  (most: number) =>
  async (chunks: AsyncIterable<Uint8Array>, losses: Losses): Promise<string> => {
    let whole = '';
    for await (const text of decodedText(chunks, losses)) {
      if (whole.length + text.length > most) return '';
      whole += text;
    }
    return whole;
  };
