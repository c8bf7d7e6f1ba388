import type { RecordedFact } from '../../../events/envelope.js';
import { categoryOf } from '../../../events/store.js';
import { moment } from '../../rendering/moment.js';
import { agentUri, depositUri, resourceUri } from '../../uris/uris.js';
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
    of: subjectOf(fact, base),
    sentence: sentenceOf(fact, actor.agent),
  };
};

/** The URI of the deposit, container or archival group in whose stream a fact is. */
const subjectOf = ({ stream, data }: RecordedFact<HistoryFact>, base: string): string => {
  if (categoryOf(stream) === 'deposit') return depositUri(base, stream.slice('deposit-'.length));
  return resourceUri(base, 'path' in data ? data.path : '');
};
