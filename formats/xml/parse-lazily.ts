import { randomUUID } from 'node:crypto';
import { parseXml } from './parse.js';
import { LazyElement } from './lazy-element.js';
import type { XmlDocument, XmlElement, XmlNamespace } from './tree.js';

/**
 * Reads a document that is known to be well-formed, but leaves what stands inside elements of one name (with its prefix,
 * as written) as bytes until somebody looks there: of a document that is mostly such content, little needs to be read.
 * The tree holds on to the bytes. Throws XmlFault where what is read is at fault.
 */
export const parseLazily = (bytes: Uint8Array, name: string): XmlDocument => {
  const mark = randomUUID();
  const { rest, inside } = takeOut(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), name, mark);
  if (inside.length === 0) return parseXml(bytes);
  const document = parseXml(rest);
  putBackLazily({ mark, inside }, document.root, []);
  return document;
};

interface TakenOut {
  /** The document with the mark and a number in each place of what was taken out. */
  readonly rest: Buffer;
  readonly inside: readonly Buffer[];
}

/**
 * Every `<` begins a tag where there are no comments, CDATA sections or instructions; where there are, nothing is taken
 * out.
 */
const takeOut = (bytes: Buffer, name: string, mark: string): TakenOut => {
  const inside: Buffer[] = [];
  if (bytes.includes('<!') || bytes.includes('<?')) return { rest: bytes, inside };
  const rest: Uint8Array[] = [];
  let taken = 0;
  for (const [from, to] of innermost(bytes, name)) {
    rest.push(bytes.subarray(taken, from), Buffer.from(`${mark}${inside.length}`));
    inside.push(bytes.subarray(from, to));
    taken = to;
  }
  rest.push(bytes.subarray(taken));
  return { rest: Buffer.concat(rest), inside };
};

/** The attributes in a start tag whose `>` stands in none of their values; empty elements have nothing to take out. */
const ATTRIBUTES = /^(\s+[^\s=]+\s*=\s*("[^"]*"|'[^']*'))*\s*$/;

/** Where the content of elements of this name begins and ends that hold none of that name. */
const innermost = function* (bytes: Buffer, name: string): Generator<readonly [from: number, to: number]> {
  const [open, close] = [Buffer.from(`<${name}`), Buffer.from(`</${name}`)];
  for (let at = bytes.indexOf(open), next = at; at >= 0; at = next) {
    next = bytes.indexOf(open, at + open.length);
    const from = bytes.indexOf('>', at) + 1;
    const to = bytes.indexOf(close, from);
    if (from === 0 || to < 0) return;
    const [attributes, afterClose] = [bytes.toString('latin1', at + open.length, from - 1), bytes[to + close.length]];
    const isAnother = afterClose !== undefined && !/[\s>]/.test(String.fromCharCode(afterClose));
    if (ATTRIBUTES.test(attributes) && !isAnother && (next < 0 || next > to)) yield [from, to];
  }
};

interface TakenOutContent {
  readonly mark: string;
  readonly inside: readonly Buffer[];
}

const putBackLazily = (takenOut: TakenOutContent, parent: XmlElement, outer: readonly XmlNamespace[]): void => {
  const scope = inScope(outer, parent);
  parent.children.forEach((child, index) => {
    if (child.kind !== 'element') return;
    const inside = takenOutOf(takenOut, child);
    if (inside === undefined) putBackLazily(takenOut, child, scope);
    else parent.children[index] = new LazyElement(child, { bytes: inside, scope: inScope(scope, child) });
  });
};

const inScope = (outer: readonly XmlNamespace[], { namespaces }: XmlElement): readonly XmlNamespace[] =>
  namespaces.length === 0
    ? outer
    : [...outer.filter(({ prefix }) => !namespaces.some((each) => each.prefix === prefix)), ...namespaces];

const takenOutOf = ({ mark, inside }: TakenOutContent, { children: [first] }: XmlElement): Buffer | undefined =>
  first?.kind === 'text' && first.text.startsWith(mark) ? inside[Number(first.text.slice(mark.length))] : undefined;
