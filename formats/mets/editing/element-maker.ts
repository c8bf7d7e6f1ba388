import type { XmlAttribute, XmlElement, XmlNamespace, XmlNode } from '../../xml/tree.js';
import { usualPrefixes } from '../structure/namespaces.js';

/** A name, a value and, for attributes that are in one, a namespace. */
type NewAttribute = readonly [name: string, value: string, namespace?: string];

/**
 * Makes an element, in the prefix that the document at hand uses for its namespace, or in no namespace where that is
 * ''. Texts become text nodes.
 */
export type MakeElement = (
  namespace: string,
  name: string,
  attributes?: readonly NewAttribute[],
  children?: readonly (XmlElement | string)[],
) => XmlElement;

/** Makes elements to stand inside `root`, which gains the namespace declarations that it lacks. */
export const elementMaker = (root: XmlElement): MakeElement => {
  const prefixes = new Map<string, string>();
  const prefixOf = (uri: string): string => {
    if (uri === '') return '';
    let prefix = prefixes.get(uri);
    if (prefix === undefined) prefixes.set(uri, (prefix = declared(root, uri) ?? declare(root, uri)));
    return prefix;
  };
  const attribute = ([name, value, namespace = '']: NewAttribute): XmlAttribute => ({
    name,
    prefix: namespace === '' ? '' : prefixOf(namespace),
    namespace,
    value,
  });
  return (namespace, name, attributes = [], children = []) => ({
    kind: 'element',
    name,
    prefix: prefixOf(namespace),
    namespace,
    attributes: attributes.map(attribute),
    namespaces: namespace === '' ? undeclared(root) : [],
    children: children.map((child): XmlNode => (typeof child === 'string' ? { kind: 'text', text: child } : child)),
  });
};

/** What takes an element out of the default namespace that the root has given it. */
const undeclared = (root: XmlElement): XmlNamespace[] =>
  root.namespaces.some(({ prefix, uri }) => prefix === '' && uri !== '') ? [{ prefix: '', uri: '' }] : [];

/** Only a prefix serves attributes too, so a default namespace is passed over. */
const declared = (root: XmlElement, uri: string): string | undefined =>
  root.namespaces.find((each) => each.uri === uri && each.prefix !== '')?.prefix;

const declare = (root: XmlElement, uri: string): string => {
  const usual = usualPrefixes.find((each) => each.uri === uri)?.prefix ?? 'ns';
  const taken = new Set(root.namespaces.map(({ prefix }) => prefix));
  let prefix: string = usual;
  for (let count = 2; taken.has(prefix); count++) prefix = `${usual}${count}`;
  root.namespaces = [...root.namespaces, { prefix, uri }];
  return prefix;
};
