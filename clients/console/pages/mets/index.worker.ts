import { findLines, indexXml, type XmlIndex } from './xml-index.js';

/** What the page asks: to read a METS, or for the lines with a word in it. */
export type Asked =
  | { readonly kind: 'read'; readonly number: number; readonly text: string; readonly parsed: string }
  | { readonly kind: 'find'; readonly number: number; readonly word: string };

/** What a METS says, without its lists. */
export interface MetsHead {
  readonly name: string | null;
  readonly agent: string | null;
  readonly editable: boolean;
  readonly metsUri: string;
  readonly eTag: string | null;
  readonly lastChange: {
    readonly change: 'edited' | 'opened' | 'uploaded';
    readonly at: string;
    readonly by: string | null;
    readonly program: string | null;
    readonly recorded?: number;
    readonly removed?: number;
  } | null;
  readonly files: number;
  readonly withoutDigest: number;
  readonly structures: number;
  readonly ranges: number;
}

interface ParsedRange {
  readonly ranges: readonly ParsedRange[];
}
interface ParsedMets extends Omit<MetsHead, 'files' | 'withoutDigest' | 'structures' | 'ranges' | 'lastChange'> {
  readonly lastChange?: MetsHead['lastChange'];
  readonly files: readonly { readonly digest?: string | null }[];
  readonly logicalStructures: readonly ParsedRange[];
}

const rangesIn = (ranges: readonly ParsedRange[]): number =>
  ranges.reduce((sum, range) => sum + 1 + rangesIn(range.ranges), 0);

const headOf = ({ files, logicalStructures, lastChange = null, ...rest }: ParsedMets): MetsHead => ({
  name: rest.name,
  agent: rest.agent,
  editable: rest.editable,
  metsUri: rest.metsUri,
  eTag: rest.eTag,
  lastChange,
  files: files.length,
  withoutDigest: files.filter(({ digest }) => !digest).length,
  structures: logicalStructures.length,
  ranges: rangesIn(logicalStructures),
});

let read: { readonly text: string; readonly index: XmlIndex } | null = null;

const answer = (asked: Asked): object => {
  if (asked.kind === 'find') return { lines: read === null ? [] : findLines(read.text, read.index, asked.word) };
  read = { text: asked.text, index: indexXml(asked.text) };
  return { index: read.index, head: headOf(JSON.parse(asked.parsed) as ParsedMets) };
};

globalThis.addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  try {
    globalThis.postMessage({ number: data.number, ...answer(data) });
  } catch (error) {
    globalThis.postMessage({ number: data.number, error: error instanceof Error ? error.message : String(error) });
  }
});
