import {
  ParseOption,
  XmlDocument,
  XmlLibError,
  XmlValidateError,
  XsdValidator,
  xmlCleanupInputProvider,
  xmlRegisterInputProvider,
} from 'libxml2-wasm';
import { guardXml } from '../../../formats/xml/guard.js';

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

/** A schema that is ready for any number of documents; it holds memory until it is disposed of. */
export interface XmlValidator extends Disposable {
  /** No findings mean that the document is valid. Throws XmlFault where it cannot be read. */
  validate(bytes: Uint8Array): XmlFinding[];
}

/** Makes an XML Schema ready. Throws where it cannot be used. */
export const openValidator = (schema: XmlSchemaSet): XmlValidator => {
  const main = XmlDocument.fromBuffer(schema.main);
  const validator = compile(main, schema.imports);
  return {
    validate: (bytes) => findingsOf(validator, bytes),
    [Symbol.dispose]: () => {
      validator.dispose();
      main.dispose();
    },
  };
};

/** Validates one document against an XML Schema. Throws as `openValidator` and its validator do. */
export const validateXml = (bytes: Uint8Array, schema: XmlSchemaSet): XmlFinding[] => {
  using validator = openValidator(schema);
  return validator.validate(bytes);
};

const findingsOf = (validator: XsdValidator, bytes: Uint8Array): XmlFinding[] => {
  using document = XmlDocument.fromBuffer(guardXml(bytes, bytes.length).utf8, {
    option: ParseOption.XML_PARSE_IGNORE_ENC,
  });
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
    throw new Error(`The schema cannot be used: ${cause.message.trim()}.`, { cause });
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
