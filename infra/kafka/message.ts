import type { RecordedFact } from '../../events/envelope.js';
import { cloudEvent, type CloudEvent } from '../../events/public/cloud-event.js';
import { KafkaFault } from './fault.js';

/** A public event as a Kafka message, in the binary mode of CloudEvents 1.0. */
export interface PublicMessage {
  readonly key: string;
  readonly value: Buffer;
  readonly headers: Record<string, string>;
}

/**
 * The public event of a fact. `groupOfJob` is the archival group of a job's fact, and ignored for other facts. Throws
 * KafkaFault `fact-not-public` for a fact without a public event.
 */
export const publicMessage = (fact: RecordedFact, instance: string, groupOfJob: string): PublicMessage => {
  const event = cloudEvent(fact, groupOfJob, instance);
  if (event === null) throw new KafkaFault('fact-not-public', `${fact.type} of ${fact.stream} is no public event`);
  return {
    // All messages of an archival group are in one partition of each topic.
    key: event.partitionkey,
    value: Buffer.from(JSON.stringify(event.data)),
    headers: headersOf(event),
  };
};

type AttributeHeaders = Readonly<
  Record<`ce_${Exclude<keyof CloudEvent, 'datacontenttype' | 'traceparent' | 'data'>}`, string>
>;

/** Written out, since names that are put together for each message cost as much as all else that is done for it. */
const headersOf = (event: CloudEvent): Record<string, string> => {
  const attributes: AttributeHeaders = {
    ce_specversion: event.specversion,
    ce_id: event.id,
    ce_source: event.source,
    ce_type: event.type,
    ce_subject: event.subject,
    ce_time: event.time,
    ce_dataschema: event.dataschema,
    ce_partitionkey: event.partitionkey,
    ce_sequence: event.sequence,
    ce_position: event.position,
    ce_correlationid: event.correlationid,
    ce_causationid: event.causationid,
    ce_actor: event.actor,
  };
  const { datacontenttype, traceparent } = event;
  return {
    'content-type': datacontenttype,
    ...attributes,
    ...(traceparent === undefined ? {} : { traceparent }),
  };
};
