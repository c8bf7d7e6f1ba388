import { findLines, indexXml, type XmlIndex } from './xml-index.js';

/** What the page asks: to index a METS, or for the lines with a word in it. */
export type Asked =
  | { readonly kind: 'index'; readonly number: number; readonly text: string }
  | { readonly kind: 'find'; readonly number: number; readonly word: string };

let read: { readonly text: string; readonly index: XmlIndex } | null = null;

const answer = (asked: Asked): object => {
  if (asked.kind === 'find') return { lines: read === null ? [] : findLines(read.text, read.index, asked.word) };
  read = { text: asked.text, index: indexXml(asked.text) };
  return { index: read.index };
};

globalThis.addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  try {
    globalThis.postMessage({ number: data.number, ...answer(data) });
  } catch (error) {
    globalThis.postMessage({ number: data.number, error: error instanceof Error ? error.message : String(error) });
  }
});
