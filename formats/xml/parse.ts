import { openDocument, type XmlDocument } from './document.js';
import { XmlFault } from './fault.js';
import { guardXml } from './guard.js';

export interface XmlLimits {
  /** The largest document, in bytes as received; 256 MiB by default. */
  readonly maxBytes?: number;
  /** The most tags, and the most attributes; eight million by default. */
  readonly maxMarkup?: number;
  /** The deepest nesting of elements; 256 by default, which is the engine's limit. */
  readonly maxDepth?: number;
}

const MAX_BYTES = 256 * 1024 * 1024;
const MAX_MARKUP = 8_000_000;
const MAX_DEPTH = 256;

/** Throws XmlFault `xml-too-large` for a document of too many bytes; can be called before it is fetched. */
export const refuseTooLarge = (bytes: number, maxBytes: number = MAX_BYTES): void => {
  if (bytes > maxBytes)
    throw new XmlFault('xml-too-large', `The document has ${bytes} bytes; ${maxBytes} are allowed.`);
};

/**
 * Parses a document from untrusted bytes, in UTF-8, in UTF-16 with a byte-order mark or in the declared encoding. A DTD
 * is refused, and nothing outside the bytes is opened. The caller closes the document. Throws XmlFault.
 */
export const parseXml = (
  bytes: Uint8Array,
  { maxBytes = MAX_BYTES, maxMarkup = MAX_MARKUP, maxDepth = MAX_DEPTH }: XmlLimits = {},
): XmlDocument => {
  refuseTooLarge(bytes.length, maxBytes);
  return openDocument(guardXml(bytes, maxMarkup), maxDepth);
};

/** Parses a document and closes it again after `use`, whose result may hold none of its nodes. Throws XmlFault. */
export const readXml = <T>(bytes: Uint8Array, use: (document: XmlDocument) => T, limits?: XmlLimits): T => {
  const document = parseXml(bytes, limits);
  try {
    return use(document);
  } finally {
    document.close();
  }
};
