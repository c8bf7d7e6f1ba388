import { BLOCK, type Span } from './tree-layout.js';

/** Entries of a folder that follow each other, or all that it holds but for these entries. */
export interface ChosenPart<Entry> {
  readonly folder: string;
  readonly isAllBut: boolean;
  readonly entries: readonly Entry[];
}

export interface HowRead {
  /** Whether a part is told by the entries that are not in it, where these are fewer. */
  readonly byFolder: boolean;
  /** Told how many entries are needed, where reading them takes a while. */
  readonly onLong: (entries: number) => void;
}

/** More entries take a while. */
const LONG = 1_000;
/** Blocks that are read at once. */
const AT_ONCE = 4;

/** Which entries tell what a part is, from one to before another: its own, or those that are not in it. */
const told = ({ first, last, total }: Span, byFolder: boolean) => {
  const isAllBut = byFolder && total - (last - first + 1) < last - first + 1;
  const ranges: readonly (readonly [number, number])[] = isAllBut
    ? [
        [0, first],
        [last + 1, total],
      ]
    : [[first, last + 1]];
  return { isAllBut, ranges, count: ranges.reduce((sum, [from, to]) => sum + to - from, 0) };
};

const blocksOf = (ranges: readonly (readonly [number, number])[]): readonly number[] => {
  const blocks = new Set<number>();
  for (const [from, to] of ranges)
    for (let block = Math.floor(from / BLOCK); block * BLOCK < to; block += 1) if (from < to) blocks.add(block);
  return [...blocks];
};

/** What parts of folders hold, by the fewest entries that tell it: of a folder that is whole nothing is read. */
export const chosenParts = async <Entry>(
  spans: readonly Span[],
  readBlock: (folder: string, block: number) => Promise<readonly Entry[]>,
  { byFolder, onLong }: HowRead,
): Promise<readonly ChosenPart<Entry>[]> => {
  const count = spans.reduce((sum, span) => sum + told(span, byFolder).count, 0);
  if (count > LONG) onLong(count);
  const parts: ChosenPart<Entry>[] = [];
  for (const span of spans) {
    const { isAllBut, ranges } = told(span, byFolder);
    const blocks = blocksOf(ranges);
    const entries: Entry[] = [];
    for (let from = 0; from < blocks.length; from += AT_ONCE) {
      const some = blocks.slice(from, from + AT_ONCE);
      const read = await Promise.all(some.map((block) => readBlock(span.folder, block)));
      const isTold = (at: number): boolean => ranges.some(([begin, end]) => at >= begin && at < end);
      for (const [index, of] of read.entries())
        entries.push(...of.filter((_, at) => isTold((some[index] ?? 0) * BLOCK + at)));
    }
    parts.push({ folder: span.folder, isAllBut, entries });
  }
  return parts;
};
