import type { Recorded } from '../../events/envelope.js';
import { pathId } from '../../formats/paths/repository-path.js';
import { dataSchema, eventType } from '../../schemas/events/topics.js';
import { KafkaFault } from './fault.js';
import { isOfJob } from './job-groups.js';
import { publicData } from './public-events.js';

/** A public event as a Kafka message, in the binary mode of CloudEvents 1.0. */
export interface PublicMessage {
  readonly key: string;
  readonly value: Buffer;
  readonly headers: Record<string, string>;
}

const idOf = (stream: string): string => stream.slice(stream.indexOf('-') + 1);

/** Digits of a revision in `ce_sequence`, so that the text sorts by number. */
const SEQUENCE_DIGITS = 20;

/** The subject of the message: a repository path, or an id. */
const subjectOf = ({ stream, data }: Recorded): string =>
  'path' in data && typeof data.path === 'string' ? data.path || '/' : idOf(stream);

/**
 * The public event of a fact. `groupOfJob` is the archival group of a job's fact, and ignored for other facts. Throws
 * KafkaFault `fact-not-public` for a fact without a public event.
 */
export const publicMessage = (fact: Recorded, instance: string, groupOfJob: string): PublicMessage => {
  const { stream, type, metadata } = fact;
  const ofJob = isOfJob(stream);
  const subject = subjectOf(fact);
  const published = publicData(fact, ofJob ? groupOfJob : subject);
  if (published === null) throw new KafkaFault('fact-not-public', `${type} of ${stream} is no public event`);
  const { topic, event, data } = published;
  // All messages of an archival group are in one partition of each topic.
  const key = ofJob ? pathId(groupOfJob) : idOf(stream);
  return {
    key,
    value: Buffer.from(JSON.stringify(data)),
    headers: {
      'content-type': 'application/json',
      ce_specversion: '1.0',
      ce_id: fact.id,
      ce_source: `/preservation/${encodeURIComponent(instance)}/${encodeURIComponent(stream)}`,
      ce_type: eventType(topic, type, event.major),
      ce_subject: subject,
      ce_time: metadata.occurredAt,
      ce_dataschema: dataSchema(topic, type, event.major),
      ce_partitionkey: key,
      ce_sequence: String(fact.revision).padStart(SEQUENCE_DIGITS, '0'),
      ce_position: fact.position,
      ce_correlationid: metadata.$correlationId,
      ce_causationid: metadata.$causationId,
      ce_actor: metadata.actor.agent,
      ...(metadata.traceparent === undefined ? {} : { traceparent: metadata.traceparent }),
    },
  };
};
