/** The elements of an XML text, each a line in a view of it; numbers are of lines, from 0, unless said otherwise. */
export interface XmlIndex {
  /** Where the line of an element begins and ends in the text: its start tag, or the whole element if no other is in it. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** Where the element ends, behind its end tag. */
  readonly closes: Uint32Array;
  readonly depths: Uint16Array;
  /** The last line inside the element; itself without one. */
  readonly lasts: Uint32Array;
  /** The line of the element that it is in; itself at the top. */
  readonly parents: Uint32Array;
}

interface Open {
  readonly line: number;
  readonly tagEnd: number;
}

/** The end of what begins at `<` and is no element: a comment, CDATA, a declaration; -1 for an element. */
const endOfOther = (text: string, at: number): number => {
  const after = (mark: string): number => {
    const end = text.indexOf(mark, at);
    return end < 0 ? text.length : end + mark.length;
  };
  if (text.startsWith('<!--', at)) return after('-->');
  if (text.startsWith('<![CDATA[', at)) return after(']]>');
  if (text.startsWith('<?', at)) return after('?>');
  return text.startsWith('<!', at) ? after('>') : -1;
};

/** The end of a tag, behind its `>`; one within quotation marks does not end it. */
const endOfTag = (text: string, at: number): number => {
  const next = /["'>]/g;
  next.lastIndex = at;
  for (let found = next.exec(text); found !== null; found = next.exec(text)) {
    if (found[0] === '>') return found.index + 1;
    const close = text.indexOf(found[0], found.index + 1);
    if (close < 0) break;
    next.lastIndex = close + 1;
  }
  return text.length;
};

type Lists = Record<keyof XmlIndex, number[]>;

/** Ends the innermost element. */
const closeElement = ({ starts, ends, closes, lasts }: Lists, open: Open[], end: number): void => {
  const element = open.pop();
  if (element === undefined) return;
  const last = starts.length - 1;
  lasts[element.line] = last;
  closes[element.line] = end;
  ends[element.line] = last === element.line ? end : element.tagEnd;
};

const openElement = ({ starts, depths, parents }: Lists, open: Open[], at: number, tagEnd: number): void => {
  const line = starts.push(at) - 1;
  depths.push(open.length);
  parents.push(open.at(-1)?.line ?? line);
  open.push({ line, tagEnd });
};

/** Makes the index of a well-formed text. */
export const indexXml = (text: string): XmlIndex => {
  const lists: Lists = { starts: [], ends: [], closes: [], depths: [], lasts: [], parents: [] };
  const open: Open[] = [];
  for (let at = text.indexOf('<'); at >= 0;) {
    const other = endOfOther(text, at);
    const end = other < 0 ? endOfTag(text, at) : other;
    const isEnd = text[at + 1] === '/';
    if (other < 0 && !isEnd) openElement(lists, open, at, end);
    if (other < 0 && (isEnd || text[end - 2] === '/')) closeElement(lists, open, end);
    at = text.indexOf('<', end);
  }
  while (open.length > 0) closeElement(lists, open, text.length);
  return {
    starts: Uint32Array.from(lists.starts),
    ends: Uint32Array.from(lists.ends),
    closes: Uint32Array.from(lists.closes),
    depths: Uint16Array.from(lists.depths),
    lasts: Uint32Array.from(lists.lasts),
    parents: Uint32Array.from(lists.parents),
  };
};

/** The line at a place in the text: that of the last element that begins before it. */
const lineAt = ({ starts }: XmlIndex, at: number): number => {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
};

/** The lines that have a word, in capital letters or not. */
export const findLines = (text: string, index: XmlIndex, word: string): Uint32Array => {
  const lines: number[] = [];
  if (word === '') return new Uint32Array();
  const [hay, needle] = [text.toLowerCase(), word.toLowerCase()];
  for (let at = hay.indexOf(needle); at >= 0; at = hay.indexOf(needle, at + needle.length)) {
    const line = lineAt(index, at);
    if (lines.at(-1) !== line) lines.push(line);
  }
  return Uint32Array.from(lines);
};

/** The lines of the elements that are directly in one. */
export const childrenOf = ({ lasts }: XmlIndex, line: number): number[] => {
  const children: number[] = [];
  const last = lasts[line] ?? line;
  for (let child = line + 1; child <= last; child = (lasts[child] ?? child) + 1) children.push(child);
  return children;
};
