import { ParseOption, XmlDocument, XmlLibError } from 'libxml2-wasm';
import type { XmlEngine } from './engine.js';
import { copyDocument } from './libxml2-tree.js';
import { syntaxFault } from './syntax-fault.js';

const SAFE =
  ParseOption.XML_PARSE_NO_XXE |
  ParseOption.XML_PARSE_NONET |
  ParseOption.XML_PARSE_NO_SYS_CATALOG |
  ParseOption.XML_PARSE_IGNORE_ENC; // the guard has decoded the text already

/** libxml2 in WebAssembly, which installs anywhere and runs in any number of threads (docs/adr/0027). */
export const libxml2Engine: XmlEngine = {
  read(source, maxDepth) {
    const document = parse(source.utf8);
    try {
      return copyDocument(document.root, maxDepth);
    } finally {
      document.dispose(); // the memory of WebAssembly is not collected
    }
  },
};

const parse = (utf8: Uint8Array): XmlDocument => {
  try {
    return XmlDocument.fromBuffer(utf8, { option: SAFE });
  } catch (error) {
    if (!(error instanceof XmlLibError)) throw error;
    const [detail] = error.details;
    throw syntaxFault(detail?.message ?? error.message, detail?.line ?? null, error);
  }
};
