import { describeMets as describe } from '../../formats/mets/describe-mets.js';
import { failureOf, type MetsFailure } from '../../formats/mets/mets-failure.js';
import { defaultAgents, type MetsAgents } from '../../formats/mets/model/agents.js';
import type { DescribedMets } from '../../formats/mets/model/described-mets.js';
import type { Mets } from '../../formats/mets/model/mets.js';
import { readMets as read, type MetsReadOptions } from '../../formats/mets/structure/read-mets.js';
import { SectionsReader, type MetsToRead } from '../../formats/mets/structure/read-sections.js';
import { digestBytes } from '../../formats/digests/digested.js';
import { piecesOf, type Pieces } from '../../formats/read-in-pieces.js';
import { refused, success, type Result } from '../../flow/result.js';

/** Bytes as they are read in pieces. */
export const inPieces = (bytes: Uint8Array): Pieces => piecesOf(bytes, digestBytes(bytes));

/** The sections of a METS whose bytes are there. Throws XmlFault and MetsFault. */
export const sectionsIn = (bytes: Uint8Array): MetsToRead => {
  const reader = new SectionsReader();
  do reader.take(bytes);
  while (reader.isReadAgain());
  return reader.sections;
};

/** `readMets` of such a METS, by default for this platform's agents. */
export const readMets = (
  bytes: Uint8Array,
  agents: MetsAgents = defaultAgents,
  present?: MetsReadOptions['present'],
): Mets => read(sectionsIn(bytes), { agents, present });

/** `describeMets` likewise. */
export const describeMets = (
  bytes: Uint8Array,
  agents: MetsAgents = defaultAgents,
  { present }: Pick<MetsReadOptions, 'present'> = {},
): DescribedMets => describe(sectionsIn(bytes), { agents, present });

/** What a task says of such a METS, or its failure. */
export const saidOf = <Order, T>(
  say: (sections: MetsToRead, order: Order) => T,
  bytes: Uint8Array,
  order: Order,
): Result<T, MetsFailure> => {
  try {
    return success(say(sectionsIn(bytes), order));
  } catch (error) {
    return refused(failureOf(error));
  }
};
