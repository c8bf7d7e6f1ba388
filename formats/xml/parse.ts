import type { XmlEngine } from './engine.js';
import { guardXml } from './guard.js';
import { libxml2Engine } from './libxml2-engine.js';
import type { XmlDocument } from './tree.js';

export interface XmlLimits {
  /** The largest document, in bytes as received; 256 MiB unless said. */
  readonly maxBytes?: number;
  /** The deepest nesting of elements; 256 unless said, which is also the most that an engine takes. */
  readonly maxDepth?: number;
}

const MAX_BYTES = 256 * 1024 * 1024;
const MAX_DEPTH = 256;

/**
 * Reads a document from untrusted bytes: UTF-8, or UTF-16 with a byte-order mark, and never with a DTD. Nothing
 * outside the bytes is opened. Throws XmlFault.
 */
export const parseXml = (
  bytes: Uint8Array,
  { maxBytes = MAX_BYTES, maxDepth = MAX_DEPTH }: XmlLimits = {},
  engine: XmlEngine = libxml2Engine,
): XmlDocument => {
  const source = guardXml(bytes, maxBytes);
  return { declaration: source.declaration, ...engine.read(source, maxDepth) };
};
