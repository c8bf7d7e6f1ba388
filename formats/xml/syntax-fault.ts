import { XmlFault } from './fault.js';

/** The fault for an error text of libxml2, which both engines are built on. */
export const syntaxFault = (message: string, line: number | null, cause: unknown): XmlFault => {
  const reason = (message.trim().split('\n')[0] ?? '').replace(/\.$/, '');
  if (/excessive depth|too deep/i.test(reason)) return tooDeep(256, line);
  if (/too long|huge|too big|limit exceeded/i.test(reason))
    return new XmlFault('xml-too-large', `A part of the document is too large: ${reason}.`, line, { cause });
  return new XmlFault('xml-not-well-formed', `The document is not well-formed XML: ${reason}.`, line, { cause });
};

export const tooDeep = (maxDepth: number, line: number | null = null): XmlFault =>
  new XmlFault('xml-too-deep', `Elements are nested more than ${maxDepth} deep.`, line);
