import type { HistoryFact, Sentences } from '../sentences.js';
import { containerSentences } from './container-sentences.js';
import { depositSentences } from './deposit-sentences.js';
import { groupSentences } from './group-sentences.js';
import { steeringSentences } from './steering-sentences.js';

export const german: Sentences<HistoryFact> = {
  ...depositSentences,
  ...groupSentences,
  ...containerSentences,
  ...steeringSentences,
};
