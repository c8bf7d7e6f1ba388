/** An element in a document's bytes, which has a start tag and an end tag and no element of its own name inside. */
export interface CutElement {
  readonly name: string;
  /** The index of its start tag. */
  readonly from: number;
  /** The index of its content. */
  readonly inside: number;
  /** The index of its end tag. */
  readonly outside: number;
  /** The index after its end tag. */
  readonly to: number;
}

/**
 * Finds the elements of some names, as written with their prefixes, in the order of the document and none inside
 * another. Relies on every `<` beginning a tag: of a document with comments, CDATA sections, or instructions beside its
 * declaration, it finds none. What it finds in a document that is not well-formed need not be an element.
 */
export const cutElements = (bytes: Buffer, names: readonly string[]): readonly CutElement[] => {
  if (bytes.includes('<!') || bytes.includes('<?', 1)) return [];
  const found = names.map((name) => elementsNamed(bytes, name));
  const next = found.map((each) => each.next().value ?? null);
  const elements: CutElement[] = [];
  for (let last = 0; ;) {
    const [first] = next.filter((each) => each !== null).sort((a, b) => a.from - b.from);
    if (first === undefined) return elements;
    if (first.from >= last) {
      elements.push(first);
      last = first.to;
    }
    const at = next.indexOf(first);
    next[at] = found[at]?.next().value ?? null;
  }
};

/** The attributes of a complete start tag of an element that is not empty. */
const ATTRIBUTES = /^(\s+[^\s=]+\s*=\s*("[^"]*"|'[^']*'))*\s*$/;
const BLANKS: ReadonlySet<number | undefined> = new Set([0x20, 0x09, 0x0a, 0x0d]);
const GREATER = 0x3e;

const elementsNamed = function* (bytes: Buffer, name: string): Generator<CutElement, undefined> {
  const [open, close] = [Buffer.from(`<${name}`), Buffer.from(`</${name}`)];
  let outside = -1;
  for (let from = bytes.indexOf(open), next = from; from >= 0; from = next) {
    next = bytes.indexOf(open, from + open.length);
    const inside = bytes.indexOf('>', from) + 1;
    if (outside < inside) outside = bytes.indexOf(close, inside);
    if (inside === 0 || outside < 0) return;
    const attributes = bytes.toString('latin1', from + open.length, inside - 1);
    const to = endOfTag(bytes, outside + close.length);
    if (to !== null && (next < 0 || next > outside) && ATTRIBUTES.test(attributes))
      yield { name, from, inside, outside, to };
  }
};

/** The index after the `>` of an end tag, from the end of its name; null where the name goes on. */
const endOfTag = (bytes: Buffer, afterName: number): number | null => {
  let at = afterName;
  while (BLANKS.has(bytes[at])) at += 1;
  return bytes[at] === GREATER ? at + 1 : null;
};
