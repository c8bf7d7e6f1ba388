import { randomUUID } from 'node:crypto';
import { cutElements, type CutElement } from './cut-elements.js';
import { XmlFault } from './fault.js';
import { MAX_DEPTH, MAX_MARKUP, parseXml, refuseTooLarge } from './parse.js';
import type { XmlDocument, XmlElement, XmlNamespace, XmlNode } from './tree.js';
import { declarationsOf, scopeInside, type WrittenRange } from './written-element.js';

/** An element that was read by itself. */
export interface ReadPart {
  /** Without content where only its start tag was read. */
  readonly element: XmlElement;
  /** The element that it stands in. */
  readonly parent: XmlElement;
  readonly range: WrittenRange;
  /** The namespaces in scope inside it. */
  readonly scope: readonly XmlNamespace[];
}

/** The elements that are read by themselves, by their names as written. */
export interface Parts {
  /** Elements of these names are read with their content. */
  readonly whole: readonly string[];
  /** Of elements of these names the start tag alone is read: their content is known to be well-formed. */
  readonly unread: readonly string[];
  /** Gives the element that is to stand in the tree, so that what it leaves out takes no memory. */
  readonly take: (part: ReadPart) => XmlElement;
}

/**
 * Parses a document some hundred elements at a time, so that the engine never holds all of it. The tree is the one of
 * `parseXml`, but for what `take` gave. Null where the document has none of these elements, may hide what is no tag (see
 * `cutElements`), or is at fault: `parseXml` tells more of that. Throws XmlFault `xml-too-large`.
 */
export const parseInParts = (bytes: Uint8Array, parts: Parts): XmlDocument | null => {
  refuseTooLarge(bytes.length);
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const runs = isUtf8Declared(source) ? runsIn(source, cutElements(source, [...parts.whole, ...parts.unread])) : [];
  if (runs.length === 0) return null;
  try {
    return new PartsReader(source, runs, parts).read();
  } catch (error) {
    if (error instanceof XmlFault) return null;
    throw error;
  }
};

/** The parts are read as UTF-8 without a mark, so the document must be. */
const isUtf8Declared = (source: Buffer): boolean => {
  const declared = /^<\?xml\s[^>]*?\sencoding\s*=\s*["']([^"']*)/.exec(source.toString('latin1', 0, 1024))?.[1];
  return source[0] === 0x3c && (declared === undefined || declared.toUpperCase() === 'UTF-8');
};

/** Elements with only white space between them. */
interface Run {
  readonly from: number;
  to: number;
  readonly elements: CutElement[];
}

/** A longer run is divided, since one parse takes it whole. */
const RUN_BYTES = 256 * 1024;

const runsIn = (source: Buffer, elements: readonly CutElement[]): Run[] => {
  const runs: Run[] = [];
  for (const element of elements) {
    const last = runs.at(-1);
    if (last !== undefined && element.to - last.from <= RUN_BYTES && isBlank(source, last.to, element.from)) {
      last.elements.push(element);
      last.to = element.to;
    } else runs.push({ from: element.from, to: element.to, elements: [element] });
  }
  return runs;
};

const isBlank = (source: Buffer, from: number, to: number): boolean =>
  from === to || (to - from < 4096 && source.toString('latin1', from, to).trim() === '');

/** Where the nodes of a run belong in the tree. */
interface PlacedRun {
  readonly run: Run;
  readonly parent: XmlElement;
  readonly depth: number;
  readonly scope: readonly XmlNamespace[];
}

class PartsReader {
  readonly #source: Buffer;
  readonly #runs: readonly Run[];
  readonly #parts: Parts;
  readonly #unread: ReadonlySet<string>;
  /** A name that the document does not have. */
  readonly #mark = `r${randomUUID()}`;
  #placed: PlacedRun[] = [];
  #markupLeft: number = MAX_MARKUP;
  readonly #nodes = new Map<Run, XmlNode[]>();

  constructor(source: Buffer, runs: readonly Run[], parts: Parts) {
    this.#source = source;
    this.#runs = runs;
    this.#parts = parts;
    this.#unread = new Set(parts.unread);
  }

  read(): XmlDocument {
    const document = parseXml(this.#rest());
    const parents: XmlElement[] = [];
    this.#place(document.root, [], 1, parents);
    // A mark that is no text of an element was put where no element may stand.
    if (this.#placed.length !== this.#runs.length) throw notWellFormed();
    for (const batch of batchesOf(this.#placed)) this.#readBatch(batch);
    for (const parent of parents) parent.children = parent.children.flatMap((child) => this.#replaced(child));
    return document;
  }

  /** The document with an element in place of each run. */
  #rest(): Buffer {
    const rest: Buffer[] = [];
    let taken = 0;
    for (const [index, { from, to }] of this.#runs.entries()) {
      rest.push(this.#source.subarray(taken, from), Buffer.from(`<${this.#mark} at="${index}"/>`));
      taken = to;
    }
    rest.push(this.#source.subarray(taken));
    return Buffer.concat(rest);
  }

  #place(parent: XmlElement, outer: readonly XmlNamespace[], depth: number, parents: XmlElement[]): void {
    const scope = scopeInside(outer, parent);
    let holdsRuns = false;
    for (const child of parent.children) {
      if (child.kind !== 'element') continue;
      const run = this.#runOf(child);
      if (run === null) this.#place(child, scope, depth + 1, parents);
      else {
        this.#placed.push({ run, parent, depth, scope });
        holdsRuns = true;
      }
    }
    if (holdsRuns) parents.push(parent);
  }

  #runOf(node: XmlNode): Run | null {
    if (node.kind !== 'element' || node.name !== this.#mark) return null;
    return this.#runs[Number(node.attributes[0]?.value)] ?? null;
  }

  #replaced(child: XmlNode): XmlNode[] {
    const run = this.#runOf(child);
    return run === null ? [child] : (this.#nodes.get(run) ?? []);
  }

  #readBatch(batch: readonly PlacedRun[]): void {
    const depth = Math.max(...batch.map((each) => each.depth));
    const bytes = this.#textOf(batch);
    this.#markupLeft -= markupIn(bytes);
    if (this.#markupLeft < 0) throw new XmlFault('xml-too-large', 'The document has too many tags.');
    const { root } = parseXml(bytes, { maxDepth: Math.min(MAX_DEPTH, MAX_DEPTH + 2 - depth) });
    batch.forEach((placed, index) => {
      const { children } = root.children[index] as XmlElement;
      this.#nodes.set(placed.run, this.#taken(placed, children));
    });
  }

  /** The runs of a batch, each in an element of its own, in one that declares the namespaces. */
  #textOf(batch: readonly PlacedRun[]): Buffer {
    const text: Buffer[] = [Buffer.from(`<${this.#mark}${declarationsOf(batch[0]?.scope ?? [])}>`)];
    const [open, close] = [Buffer.from(`<${this.#mark}>`), Buffer.from(`</${this.#mark}>`)];
    for (const { run } of batch) {
      text.push(open);
      let taken = run.from;
      for (const { name, inside, outside } of run.elements) {
        if (!this.#unread.has(name)) continue;
        text.push(this.#source.subarray(taken, inside));
        taken = outside;
      }
      text.push(this.#source.subarray(taken, run.to), close);
    }
    return Buffer.concat([...text, close]);
  }

  #taken({ run, parent, scope }: PlacedRun, nodes: readonly XmlNode[]): XmlNode[] {
    let at = 0;
    const taken = nodes.map((node): XmlNode => {
      const element = node.kind === 'element' ? run.elements[at++] : undefined;
      if (element === undefined || node.kind !== 'element') return node;
      const { from, inside, outside, to } = element;
      const range = { source: this.#source, from, inside, outside, to }; // a spread would take twice the memory
      return this.#parts.take({ element: node, parent, range, scope: scopeInside(scope, node) });
    });
    if (at !== run.elements.length) throw notWellFormed();
    return taken;
  }
}

/** Runs with the same namespaces in scope, as many as one parse takes. */
const batchesOf = function* (placed: readonly PlacedRun[]): Generator<readonly PlacedRun[]> {
  let batch: PlacedRun[] = [];
  let bytes = 0;
  for (const each of placed) {
    bytes += each.run.to - each.run.from;
    if (batch.length > 0 && (bytes > RUN_BYTES || each.scope !== batch[0]?.scope)) {
      yield batch;
      batch = [];
      bytes = each.run.to - each.run.from;
    }
    batch.push(each);
  }
  if (batch.length > 0) yield batch;
};

const [LESS, EQUALS] = [0x3c, 0x3d];

/** The number of `<` or that of `=`, the larger one. */
const markupIn = (bytes: Buffer): number => {
  let tags = 0;
  let attributes = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === LESS) tags += 1;
    else if (byte === EQUALS) attributes += 1;
  }
  return Math.max(tags, attributes);
};

const notWellFormed = (): XmlFault => new XmlFault('xml-not-well-formed', 'The document is not well-formed.');
