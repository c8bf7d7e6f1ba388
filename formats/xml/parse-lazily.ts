import { randomUUID } from 'node:crypto';
import { parseXml } from './parse.js';
import { LazyElement } from './lazy-element.js';
import type { XmlDocument, XmlElement, XmlNamespace } from './tree.js';

/**
 * Parses a document that is known to be well-formed, and leaves the content of elements of one name (with its prefix,
 * as written) unparsed until first access. The tree keeps a reference to the bytes. Throws XmlFault where the parsed
 * part is invalid.
 */
export const parseLazily = (bytes: Uint8Array, name: string): XmlDocument => {
  const placeholder = randomUUID();
  const { rest, inside } = takeOut(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), name, placeholder);
  if (inside.length === 0) return parseXml(bytes);
  const document = parseXml(rest);
  putBackLazily({ placeholder, inside }, document.root, []);
  return document;
};

interface TakenOut {
  /** The document with a placeholder and a number in place of each content that was taken out. */
  readonly rest: Buffer;
  readonly inside: readonly Buffer[];
}

/**
 * Replaces the content of elements by placeholders. Relies on every `<` beginning a tag, so nothing is taken out of a
 * document with comments, CDATA sections or instructions.
 */
const takeOut = (bytes: Buffer, name: string, placeholder: string): TakenOut => {
  const inside: Buffer[] = [];
  if (bytes.includes('<!') || bytes.includes('<?')) return { rest: bytes, inside };
  const rest: Uint8Array[] = [];
  let taken = 0;
  for (const [from, to] of contentRanges(bytes, name)) {
    rest.push(bytes.subarray(taken, from), Buffer.from(`${placeholder}${inside.length}`));
    inside.push(bytes.subarray(from, to));
    taken = to;
  }
  rest.push(bytes.subarray(taken));
  return { rest: Buffer.concat(rest), inside };
};

/** The attributes of a complete start tag of an element that is not empty. */
const ATTRIBUTES = /^(\s+[^\s=]+\s*=\s*("[^"]*"|'[^']*'))*\s*$/;

/** The content ranges of elements of this name without inner elements of the same name. */
const contentRanges = function* (bytes: Buffer, name: string): Generator<readonly [from: number, to: number]> {
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
  readonly placeholder: string;
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

const takenOutOf = ({ placeholder, inside }: TakenOutContent, { children: [first] }: XmlElement): Buffer | undefined =>
  first?.kind === 'text' && first.text.startsWith(placeholder)
    ? inside[Number(first.text.slice(placeholder.length))]
    : undefined;
