import {
  XmlDocument,
  XmlLibError,
  XmlValidateError,
  XsdValidator,
  xmlCleanupInputProvider,
  xmlRegisterInputProvider,
} from 'libxml2-wasm';
import { XmlFault } from './fault.js';
import { guardXml } from './guard.js';

export interface XmlSchemaSet {
  /** The schema to validate against. */
  readonly main: Uint8Array;
  /** Every schema that it imports, directly or not, by the URL it is imported from. Nothing else is opened. */
  readonly imports: ReadonlyMap<string, Uint8Array>;
}

/** One thing that a schema has against a document. */
export interface XmlFinding {
  readonly line: number;
  readonly message: string;
}

/**
 * Validates a document against an XML Schema; no findings mean that it is valid. Throws XmlFault where the document
 * cannot be read, and `xml-not-valid` where the schema itself cannot.
 */
export const validateXml = (bytes: Uint8Array, schema: XmlSchemaSet): XmlFinding[] => {
  const { utf8 } = guardXml(bytes, bytes.length);
  using document = XmlDocument.fromBuffer(utf8);
  using main = XmlDocument.fromBuffer(schema.main);
  using validator = compile(main, schema.imports);
  try {
    validator.validate(document);
    return [];
  } catch (error) {
    if (!(error instanceof XmlValidateError)) throw error;
    return error.details.map(({ line, message }) => ({ line, message: message.trim() }));
  }
};

const compile = (main: XmlDocument, imports: ReadonlyMap<string, Uint8Array>): XsdValidator => {
  xmlRegisterInputProvider(providerOf(imports));
  try {
    return XsdValidator.fromDoc(main);
  } catch (cause) {
    if (!(cause instanceof XmlLibError)) throw cause;
    throw new XmlFault('xml-not-valid', `The schema cannot be used: ${cause.message.trim()}.`, null, { cause });
  } finally {
    xmlCleanupInputProvider();
  }
};

type InputProvider = Parameters<typeof xmlRegisterInputProvider>[0];

const providerOf = (files: ReadonlyMap<string, Uint8Array>): InputProvider => {
  const open = new Map<number, { bytes: Uint8Array; at: number }>();
  let last = 0;
  return {
    match: (url) => files.has(url),
    open: (url) => {
      const bytes = files.get(url);
      if (bytes === undefined) return undefined;
      open.set(++last, { bytes, at: 0 });
      return last;
    },
    read: (handle, into) => {
      const file = open.get(handle);
      if (file === undefined) return -1;
      const part = file.bytes.subarray(file.at, file.at + into.length);
      into.set(part);
      file.at += part.length;
      return part.length;
    },
    close: (handle) => open.delete(handle),
  };
};
