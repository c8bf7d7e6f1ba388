import type { RecordedFact } from '../../../events/envelope.js';
import { categoryOf } from '../../../events/store.js';
import type { Language } from '../../http/request/negotiation.js';
import { moment } from '../../rendering/moment.js';
import { agentUri, depositUri, jobUri, resourceUri } from '../../uris/uris.js';
import { sentenceOf } from './sentence.js';
import type { HistoryFact } from './sentences.js';

/** For whom a history is told. */
export interface HistoryTelling {
  /** The address of the preservation service. */
  readonly base: string;
  readonly language: Language;
}

/** A fact as a history tells it. */
export const historyEntry = (fact: RecordedFact<HistoryFact>, { base, language }: HistoryTelling) => {
  const { $correlationId, actor, occurredAt } = fact.metadata;
  const sentence = sentenceOf(fact, actor.agent, language);
  return {
    id: fact.id,
    type: fact.type,
    at: moment(occurredAt),
    agent: agentUri(base, actor.agent),
    correlationId: $correlationId,
    of: subjectOf(fact, base),
    sentence,
    links: linksIn(sentence, fact, base),
  };
};

/** The URI of the deposit, container or archival group in whose stream a fact is. */
const subjectOf = ({ stream, data }: RecordedFact<HistoryFact>, base: string): string => {
  if (categoryOf(stream) === 'deposit') return depositUri(base, stream.slice('deposit-'.length));
  return resourceUri(base, 'path' in data ? data.path : '');
};

/** The fields of facts that sentences name. */
const NAMED: Readonly<Record<string, (base: string, id: string) => string>> = {
  jobId: jobUri,
  runId: jobUri,
  exportId: jobUri,
  depositId: depositUri,
};

/** The jobs and deposits that a sentence names by their ids. */
const linksIn = (sentence: string, { data }: HistoryFact, base: string): { text: string; uri: string }[] =>
  Object.entries(data).flatMap(([field, id]) => {
    const uriOf = NAMED[field];
    return uriOf !== undefined && typeof id === 'string' && sentence.includes(id)
      ? [{ text: id, uri: uriOf(base, id) }]
      : [];
  });
