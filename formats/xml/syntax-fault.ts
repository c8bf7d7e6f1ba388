import { XmlFault } from './fault.js';

/** The fault for an error message of libxml2. */
export const syntaxFault = (message: string, line: number | null): XmlFault => {
  const reason = reasonIn(message);
  if (/excessive depth|too deep/i.test(reason)) return tooDeep(256, line);
  return /too long|huge|too big|limit exceeded/i.test(reason) ? tooLong(line) : notWellFormed(reason, line);
};

export const tooLong = (line: number | null): XmlFault =>
  new XmlFault('xml-too-large', 'A name, text or value in the document is too long.', line);

/** The reason is one sentence. */
export const notWellFormed = (reason: string, line: number | null): XmlFault =>
  new XmlFault('xml-not-well-formed', `The document is not well-formed XML: ${reason.replace(/\.$/, '')}.`, line);

/** The first sentence of a message, without the name of the engine's function. */
const reasonIn = (message: string): string => {
  const [sentence = ''] = message.trim().split('\n');
  return sentence
    .replace(/\.$/, '')
    .replace(/^xmlParseEntityRef: no name$/, "'&' stands for itself")
    .replace(/^xml\w+: /, '')
    .replace('xmlChar', 'character');
};

export const tooDeep = (maxDepth: number, line: number | null = null): XmlFault =>
  new XmlFault('xml-too-deep', `Elements are nested more than ${maxDepth} deep.`, line);

/** The memory of the XML engine, of two gibibytes at most, has no room for the document. */
export const engineIsFull = (): XmlFault =>
  new XmlFault('xml-too-large', 'The document takes more memory than there is for one document.');

/** A DTD that the engine found though the guard did not. */
export const dtdRefused = (): XmlFault =>
  new XmlFault('xml-dtd-refused', 'A document type declaration is not allowed.');
