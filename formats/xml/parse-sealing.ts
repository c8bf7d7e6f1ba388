import { parseXml } from './parse.js';
import { SealedElement } from './sealed-element.js';
import type { XmlDocument, XmlElement, XmlNamespace } from './tree.js';

/**
 * Reads a document that `serialiseXml` wrote, but leaves what stands inside elements of one name (with its prefix, as
 * written) as bytes until somebody looks there: of a document that is mostly such content, little needs to be read.
 * Those bytes are held by the tree and not checked. Throws XmlFault.
 */
export const parseSealing = (bytes: Uint8Array, name: string): XmlDocument => {
  const { rest, inside } = takeOut(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), name);
  if (inside.length === 0) return parseXml(bytes);
  const document = parseXml(rest);
  sealWithin({ name, inside }, document.root, []);
  return document;
};

interface TakenOut {
  /** The document with a number in each place of what was taken out. */
  readonly rest: Buffer;
  readonly inside: readonly Uint8Array[];
}

/**
 * Of nested elements only the innermost are taken out, and none that are empty. Every `<` begins a tag, and every `>`
 * ends one, where there are no comments, CDATA sections or instructions; where there are, nothing is taken out.
 */
const takeOut = (bytes: Buffer, name: string): TakenOut => {
  const inside: Uint8Array[] = [];
  if (bytes.includes('<!') || bytes.includes('<?')) return { rest: bytes, inside };
  const rest: Uint8Array[] = [];
  let taken = 0;
  for (const [from, to] of innermost(bytes, name)) {
    rest.push(bytes.subarray(taken, from), Buffer.from(String(inside.length)));
    inside.push(bytes.subarray(from, to));
    taken = to;
  }
  rest.push(bytes.subarray(taken));
  return { rest: Buffer.concat(rest), inside };
};

const [SPACE, SLASH, END] = [0x20, 0x2f, 0x3e];

/** Where the content of elements of this name begins and ends that hold none of that name. */
const innermost = function* (bytes: Buffer, name: string): Generator<readonly [from: number, to: number]> {
  const [open, close] = [Buffer.from(`<${name}`), Buffer.from(`</${name}>`)];
  for (let at = bytes.indexOf(open), next = at; at >= 0; at = next) {
    next = bytes.indexOf(open, at + open.length);
    const after = bytes[at + open.length];
    if (after !== SPACE && after !== END) continue;
    const from = bytes.indexOf(END, at) + 1;
    const to = bytes.indexOf(close, from);
    if (from === 0 || to < 0) return;
    if (bytes[from - 2] !== SLASH && (next < 0 || next > to)) yield [from, to];
  }
};

interface Sealing {
  readonly name: string;
  readonly inside: readonly Uint8Array[];
}

const sealWithin = (sealing: Sealing, parent: XmlElement, outer: readonly XmlNamespace[]): void => {
  const scope = inScope(outer, parent);
  parent.children.forEach((child, index) => {
    if (child.kind !== 'element') return;
    const inside = takenOutOf(sealing, child);
    if (inside === undefined) sealWithin(sealing, child, scope);
    else parent.children[index] = new SealedElement(child, { inside, scope: inScope(scope, child) });
  });
};

const inScope = (outer: readonly XmlNamespace[], { namespaces }: XmlElement): readonly XmlNamespace[] =>
  namespaces.length === 0
    ? outer
    : [...outer.filter(({ prefix }) => !namespaces.some((each) => each.prefix === prefix)), ...namespaces];

/** Whatever holds a text alone was taken out, so that the text is a number. */
const takenOutOf = ({ name, inside }: Sealing, element: XmlElement): Uint8Array | undefined => {
  const [only, more] = element.children;
  const written = element.prefix === '' ? element.name : `${element.prefix}:${element.name}`;
  return written === name && only?.kind === 'text' && more === undefined ? inside[Number(only.text)] : undefined;
};
