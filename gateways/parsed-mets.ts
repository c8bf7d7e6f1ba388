import { digestBytes } from '../formats/digests/digested.js';
import type { MetsAgents } from '../formats/mets/agents.js';
import { describeMets } from '../formats/mets/describe-mets.js';
import { MetsFault } from '../formats/mets/fault.js';
import { XmlFault } from '../formats/xml/fault.js';
import { renderParsedMets, type MetsSurroundings } from './rendering/parsed-mets.js';

/** What a parsed METS is made of beside its bytes: plain data, so that it may be made in another thread. */
export interface ParseOrder {
  readonly agents: MetsAgents;
  readonly around: MetsSurroundings;
}

/** The answer's JSON value, its lists lazy, or what is wrong with the METS in a sentence for the caller. */
export type ParsedMets = { readonly value: object } | { readonly fault: string };

/** Reads a METS and renders what it says. */
export const parsedMets = (bytes: Uint8Array, { agents, around }: ParseOrder): ParsedMets => {
  try {
    return { value: renderParsedMets(describeMets(bytes, agents), around, digestBytes(bytes)) };
  } catch (error) {
    if (error instanceof MetsFault || error instanceof XmlFault) return { fault: error.message };
    throw error;
  }
};
