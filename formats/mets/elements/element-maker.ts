import type { NewAttribute } from '../../xml/attributes.js';
import type { XmlElement } from '../../xml/tree.js';
import { usualPrefixes } from './namespaces.js';

/** A name, a value and, for attributes in a namespace, its URI. */
type NamedValue = readonly [name: string, value: string, namespace?: string];

/**
 * Makes an element with the prefix that the document uses for its namespace ('' for none). Strings become text nodes.
 * Throws XmlFault `xml-unwritable`.
 */
export type MakeElement = (
  namespace: string,
  name: string,
  attributes?: readonly NamedValue[],
  children?: readonly (XmlElement | string)[],
) => XmlElement;

/** Makes elements for use inside `root`, and adds missing namespace declarations to it. */
export const elementMaker = (root: XmlElement): MakeElement => {
  const prefixes = new Map<string, string>();
  const prefixOf = (uri: string): string => {
    let prefix = prefixes.get(uri);
    if (prefix === undefined) prefixes.set(uri, (prefix = declared(root, uri) ?? declare(root, uri)));
    return prefix;
  };
  const attribute = ([name, value, namespace = '']: NamedValue): NewAttribute => ({
    name,
    prefix: namespace === '' ? '' : prefixOf(namespace),
    value,
  });
  return (namespace, name, attributes = [], children = []) => {
    const written = attributes.map(attribute);
    if (namespace === '') return root.make(null, name, [...undeclared(root), ...written], children);
    return root.make(prefixOf(namespace), name, written, children);
  };
};

/** The declaration that undoes the root's default namespace for an element in no namespace. */
const undeclared = (root: XmlElement): readonly NewAttribute[] =>
  root.namespaces.some(({ prefix, uri }) => prefix === '' && uri !== '')
    ? [{ name: 'xmlns', prefix: '', value: '' }] // libxml2 writes no declaration of an empty name
    : [];

/** A default namespace is skipped, since it does not apply to attributes. */
const declared = (root: XmlElement, uri: string): string | undefined =>
  root.namespaces.find((each) => each.uri === uri && each.prefix !== '')?.prefix;

const declare = (root: XmlElement, uri: string): string => {
  const usual = usualPrefixes.find((each) => each.uri === uri)?.prefix ?? 'ns';
  const taken = new Set(root.namespaces.map(({ prefix }) => prefix));
  let prefix: string = usual;
  for (let count = 2; taken.has(prefix); count++) prefix = `${usual}${count}`;
  root.declare({ prefix, uri });
  return prefix;
};
