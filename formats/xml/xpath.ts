import {
  XmlNodeSetStruct,
  XmlNodeStruct,
  xmlXPathCompiledEval,
  xmlXPathCtxtCompile,
  xmlXPathFreeCompExpr,
  xmlXPathFreeContext,
  xmlXPathFreeObject,
  xmlXPathNewContext,
  XmlXPathObjectStruct,
  xmlXPathRegisterNs,
  xmlXPathSetContextNode,
} from 'libxml2-wasm/lib/libxml2.mjs';
import { made } from './addresses.js';

/** An XPath 1.0 expression for nodes, and the namespaces of the prefixes in it. */
export interface NodePath {
  readonly expression: string;
  readonly prefixes: Readonly<Record<string, string>>;
}

/**
 * The addresses of the nodes that an expression finds from a node, in document order. One with more than one step to
 * descendants would take the square of the nodes. Throws XmlFault `xml-too-large` where there is no memory for them.
 */
export const addressesAt = (from: number, { expression, prefixes }: NodePath): Int32Array => {
  const context = made(xmlXPathNewContext(XmlNodeStruct.doc(from)));
  try {
    for (const [prefix, uri] of Object.entries(prefixes)) xmlXPathRegisterNs(context, prefix, uri);
    xmlXPathSetContextNode(from, context);
    const compiled = made(xmlXPathCtxtCompile(context, expression));
    try {
      return takeNodes(made(xmlXPathCompiledEval(compiled, context)));
    } finally {
      xmlXPathFreeCompExpr(compiled);
    }
  } finally {
    xmlXPathFreeContext(context);
  }
};

/** A copy of the set, which is freed. */
const takeNodes = (result: number): Int32Array => {
  const set = XmlXPathObjectStruct.nodesetval(result);
  const count = set === 0 ? 0 : XmlNodeSetStruct.nodeCount(set);
  const nodes = count === 0 ? new Int32Array() : XmlNodeSetStruct.nodeTable(set, count).slice();
  xmlXPathFreeObject(result);
  return nodes;
};
