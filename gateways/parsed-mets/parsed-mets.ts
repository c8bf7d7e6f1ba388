import { digestBytes } from '../../formats/digests/digested.js';
import type { MetsAgents } from '../../formats/mets/agents.js';
import { describeMets } from '../../formats/mets/describe-mets.js';
import { orFailure } from '../../formats/mets/mets-failure.js';
import { renderParsedMets, type MetsSurroundings } from '../rendering/parsed-mets.js';

/** What a parsed METS is made of beside its bytes: plain data, so that it may be made in another thread. */
export interface ParseOrder {
  readonly agents: MetsAgents;
  readonly around: MetsSurroundings;
}

/** Reads a METS and renders what it says: the answer's JSON value, its lists lazy. */
export const parsedMets = orFailure((bytes, { agents, around }: ParseOrder) =>
  renderParsedMets(describeMets(bytes, agents), around, digestBytes(bytes)),
);
