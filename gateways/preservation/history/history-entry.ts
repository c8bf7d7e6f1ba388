import type { RecordedFact } from '../../../events/envelope.js';
import { moment } from '../../rendering/moment.js';
import { agentUri } from '../../uris/uris.js';
import { sentenceOf, type HistoryFact } from './sentence.js';

/** A fact as a history tells it; `base` is the address of the preservation service. */
export const historyEntry = (fact: RecordedFact<HistoryFact>, base: string) => {
  const { $correlationId, actor, occurredAt } = fact.metadata;
  return {
    id: fact.id,
    type: fact.type,
    at: moment(occurredAt),
    agent: agentUri(base, actor.agent),
    correlationId: $correlationId,
    sentence: sentenceOf(fact, actor.agent),
  };
};
