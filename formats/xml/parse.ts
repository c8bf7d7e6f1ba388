import { openDocument, type XmlDocument } from './document.js';
import { guardXml } from './guard.js';
import { MAX_BYTES, MAX_DEPTH, MAX_MARKUP, refuseTooLarge, type XmlLimits } from './limits.js';

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
