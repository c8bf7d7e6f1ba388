import { XmlFault } from './fault.js';

export interface XmlLimits {
  /** The largest document, in bytes as received; 256 MiB by default. */
  readonly maxBytes?: number;
  /** The most tags, and the most attributes; eight million by default. */
  readonly maxMarkup?: number;
  /** The deepest nesting of elements; 256 by default, which is the engine's limit. */
  readonly maxDepth?: number;
}

export const MAX_BYTES = 256 * 1024 * 1024;
export const MAX_MARKUP = 8_000_000;
export const MAX_DEPTH = 256;

/** Throws XmlFault `xml-too-large` for a document of too many bytes; can be called before it is fetched. */
export const refuseTooLarge = (bytes: number, maxBytes: number = MAX_BYTES): void => {
  if (bytes > maxBytes)
    throw new XmlFault('xml-too-large', `The document has ${bytes} bytes; ${maxBytes} are allowed.`);
};
