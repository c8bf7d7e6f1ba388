import { createRequire } from 'node:module';
import { XmlFault } from './fault.js';
import { contentOf, type XmlEngine } from './engine.js';
import { dtdRefused, syntaxFault, tooDeep } from './syntax-fault.js';
import type { XmlAttribute, XmlElement, XmlNode } from './tree.js';

/** What is used of libxmljs2; told here because the package is optional, and its types with it. */
interface Binding {
  parseXml(source: string, options: Record<string, boolean>): { root(): NativeNode; errors: NativeError[] };
}
interface NativeError {
  message: string;
  level: number;
  line?: number | null;
}
interface NativeNamespace {
  prefix(): string | null;
  href(): string;
}
interface NativeNode {
  type(): string;
  name(): string;
  text(): string;
  value(): string;
  namespace(): NativeNamespace | null;
  namespaces(local: boolean): NativeNamespace[];
  attrs(): NativeNode[];
  childNodes(): NativeNode[];
  prevSibling(): NativeNode | null;
  nextSibling(): NativeNode | null;
}

/** Never `huge` or `noent`: with either, hostile input ends or hangs the process. */
const SAFE = {
  ignore_enc: true,
  noent: false,
  dtdload: false,
  dtdattr: false,
  dtdvalid: false,
  nonet: true,
  xinclude: false,
  huge: false,
};

/** Opens the native engine. Throws XmlFault `xml-engine-missing` where it was not installed or not compiled. */
export const openLibxmljs2 = (): XmlEngine => {
  const binding = load();
  return {
    name: 'libxmljs2',
    read(source, maxDepth) {
      const root = parse(binding, source.text);
      const nodes = [...siblings(root, 'prevSibling').reverse(), root, ...siblings(root, 'nextSibling')];
      return contentOf(nodes.map((node) => copy(node, maxDepth, 1)));
    },
  };
};

/** Below libxml2's errors. */
const WARNING = 1;

const load = (): Binding => {
  try {
    return createRequire(import.meta.url)('libxmljs2') as Binding;
  } catch (cause) {
    throw new XmlFault('xml-engine-missing', 'The XML engine libxmljs2 is not installed.', null, { cause });
  }
};

const parse = (binding: Binding, text: string): NativeNode => {
  try {
    const document = binding.parseXml(text, SAFE);
    const error = document.errors.find(({ level }) => level > WARNING); // undeclared prefixes do not stop this engine
    if (error !== undefined) throw new Error(error.message, { cause: error });
    return document.root();
  } catch (error) {
    const { message, line } = ((error as Error).cause ?? error) as NativeError;
    throw syntaxFault(message, line ?? null, error);
  }
};

const siblings = (root: NativeNode, step: 'prevSibling' | 'nextSibling'): NativeNode[] => {
  const found: NativeNode[] = [];
  for (let node = root[step](); node !== null; node = node[step]()) found.push(node);
  return found;
};

const copy = (node: NativeNode, maxDepth: number, depth: number): XmlNode => {
  switch (node.type()) {
    case 'element':
      return copyElement(node, maxDepth, depth);
    case 'cdata':
      return { kind: 'cdata', text: node.text() };
    case 'comment':
      return { kind: 'comment', text: node.text() };
    case 'pi':
      return { kind: 'instruction', target: node.name(), text: node.text() };
    case 'dtd':
      throw dtdRefused();
    default:
      return { kind: 'text', text: node.text() };
  }
};

const copyElement = (node: NativeNode, maxDepth: number, depth: number): XmlElement => {
  if (depth > maxDepth) throw tooDeep(maxDepth);
  return {
    kind: 'element',
    name: node.name(),
    ...namespaceOf(node),
    attributes: node.attrs().map(copyAttribute),
    namespaces: node.namespaces(true).map((each) => ({ prefix: each.prefix() ?? '', uri: each.href() })),
    children: node.childNodes().map((child) => copy(child, maxDepth, depth + 1)),
  };
};

const copyAttribute = (attribute: NativeNode): XmlAttribute => ({
  name: attribute.name(),
  ...namespaceOf(attribute),
  value: attribute.value(),
});

const namespaceOf = (node: NativeNode): { prefix: string; namespace: string } => {
  const namespace = node.namespace();
  return { prefix: namespace?.prefix() ?? '', namespace: namespace?.href() ?? '' };
};
