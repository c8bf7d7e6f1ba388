import { XmlNodeStruct, XmlNodeType } from 'libxml2-wasm/lib/libxml2.mjs';

const ELEMENT: number = XmlNodeType.XML_ELEMENT_NODE;

/** What is at an address in a document of libxml2; null for what a document without a DTD does not hold. */
export const kindAt = (address: number): 'element' | LeafKind | null => {
  const type = XmlNodeStruct.type(address);
  return type === ELEMENT ? 'element' : (LEAVES.get(type) ?? null);
};

export type LeafKind = 'text' | 'cdata' | 'comment' | 'instruction';

const LEAVES = new Map<number, LeafKind>([
  [XmlNodeType.XML_TEXT_NODE, 'text'],
  [XmlNodeType.XML_CDATA_SECTION_NODE, 'cdata'],
  [XmlNodeType.XML_COMMENT_NODE, 'comment'],
  [XmlNodeType.XML_PI_NODE, 'instruction'],
]);
