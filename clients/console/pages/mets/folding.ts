import { childrenOf, type XmlIndex } from './xml-index.js';

/** A row of the view: an element, or many of the same name that are not shown one by one. */
export type SourceRow =
  | { readonly kind: 'line'; readonly line: number }
  | {
      readonly kind: 'more';
      readonly line: number;
      readonly count: number;
      readonly chars: number;
      readonly depth: number;
    };

/** So many beside each other of the same name are shown before the rest is only counted. */
const SHOWN = 20;
/** A text is opened to the level that has fewer lines. */
const FEW = 50;

const nameAt = (text: string, { starts }: XmlIndex, line: number): string => {
  const at = (starts[line] ?? 0) + 1;
  return /^[^\s/>]*/.exec(text.slice(at, at + 200))?.[0] ?? '';
};

/** Lines beside each other of elements of the same name. */
const runsOf = (text: string, index: XmlIndex, lines: readonly number[]): number[][] => {
  const runs: number[][] = [];
  let before = '';
  for (const line of lines) {
    const name = nameAt(text, index, line);
    if (name === before) runs.at(-1)?.push(line);
    else runs.push([line]);
    before = name;
  }
  return runs;
};

/** The row in the place of lines that are only counted; `first` is the first of all beside them. */
const moreRow = ({ starts, closes, depths }: XmlIndex, first: number, rest: readonly number[]): SourceRow[] => {
  const [from, to] = [rest[0], rest.at(-1)];
  if (from === undefined || to === undefined) return [];
  const chars = (closes[to] ?? 0) - (starts[from] ?? 0);
  return [{ kind: 'more', line: first, count: rest.length, chars, depth: depths[from] ?? 0 }];
};

/** The rows of an element and of those in it that are open. `whole` are lines from which the rest is shown one by one. */
export const rowsOf = (
  text: string,
  index: XmlIndex,
  isOpen: (line: number) => boolean,
  whole: ReadonlySet<number>,
): SourceRow[] => {
  const rows: SourceRow[] = [];
  const add = (line: number): void => {
    rows.push({ kind: 'line', line });
    if (!isOpen(line)) return;
    for (const run of runsOf(text, index, childrenOf(index, line))) {
      const [first = line] = run;
      const shown = run.length > SHOWN && !whole.has(first) ? SHOWN : run.length;
      for (const child of run.slice(0, shown)) add(child);
      rows.push(...moreRow(index, first, run.slice(shown)));
    }
  };
  if (index.starts.length > 0) add(0);
  return rows;
};

/** The deepest level to which a text can be opened and still has few rows. */
export const openLevel = (text: string, index: XmlIndex): number => {
  for (let level = 1; level < 12; level++) {
    const rows = rowsOf(text, index, (line) => (index.depths[line] ?? 0) < level, new Set());
    if (rows.length >= FEW) return level - 1;
  }
  return 12;
};

/** The elements around a line, and for each the first of those beside it, so that none is only counted. */
export const aroundLine = (index: XmlIndex, line: number): { readonly open: number[]; readonly firsts: number[] } => {
  const open: number[] = [];
  let at = line;
  for (let above = index.parents[at] ?? at; above !== at; above = index.parents[at] ?? at) {
    open.push(above);
    at = above;
  }
  return { open, firsts: open.flatMap((each) => childrenOf(index, each)) };
};
