import type { ArchivalGroupFact } from '../../../events/archival-group.js';
import type { ContainerFact, MovedEntryFact } from '../../../events/container.js';
import type { DepositFact } from '../../../events/deposit.js';
import { containerSentences } from './container-sentences.js';
import { depositSentences } from './deposit-sentences.js';
import { groupSentences } from './group-sentences.js';
import { steeringSentences, type Sentences } from './sentences.js';

/** The facts of the streams that have a history. */
export type HistoryFact = DepositFact | ArchivalGroupFact | ContainerFact | MovedEntryFact;

const sentences: Sentences<HistoryFact> = {
  ...depositSentences,
  ...groupSentences,
  ...containerSentences,
  ...steeringSentences,
};

/** What a fact says, as a sentence for a reader. */
export const sentenceOf = (fact: HistoryFact, by: string): string => {
  const tell = sentences[fact.type] as (data: HistoryFact['data'], by: string) => string;
  return tell(fact.data, by);
};
