import { xmlSaveClose, xmlSaveOption, xmlSaveToIO, xmlSaveTree } from 'libxml2-wasm/lib/libxml2.mjs';
import type { XmlDocument } from './document.js';
import type { XmlDeclaration } from './decode.js';
import type { XmlNode } from './tree.js';

export interface SerialiseOptions {
  /** Puts elements on lines of their own, where there is no white space beside them yet. */
  readonly indent?: boolean;
  /** Whether the declaration that the document had is written; true by default. */
  readonly isDeclared?: boolean;
}

/** Writes a document as UTF-8 so that reading it back gives the same tree. */
export const serialiseXml = (
  { declaration, nodes }: XmlDocument,
  { indent = false, isDeclared = true }: SerialiseOptions = {},
): Buffer => {
  const separator = Buffer.from(indent ? '\n' : '');
  const start = declaration === null || !isDeclared ? [] : [Buffer.from(declarationText(declaration)), separator];
  return Buffer.concat([...start, ...nodes.flatMap((node) => [...written(node, indent), separator])]);
};

const written = ({ address }: XmlNode, indent: boolean): readonly Buffer[] => {
  const pieces: Buffer[] = [];
  const write = (bytes: Uint8Array): number => {
    pieces.push(Buffer.from(bytes)); // a copy: the memory is written again
    return bytes.length;
  };
  const saving = xmlSaveToIO({ write, close: () => true }, 'utf-8', xmlSaveOption({ format: indent }));
  xmlSaveTree(saving, address);
  xmlSaveClose(saving);
  return pieces;
};

const declarationText = ({ version, standalone }: XmlDeclaration): string => {
  const alone = standalone === null ? '' : ` standalone="${standalone ? 'yes' : 'no'}"`;
  return `<?xml version="${version}" encoding="UTF-8"${alone}?>`;
};
