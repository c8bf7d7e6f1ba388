import type { Recorded } from '../../events/envelope.js';
import { cloudEvent } from '../../events/public/cloud-event.js';
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
export const publicMessage = (fact: Recorded, instance: string, groupOfJob: string): PublicMessage => {
  const event = cloudEvent(fact, groupOfJob, instance);
  if (event === null) throw new KafkaFault('fact-not-public', `${fact.type} of ${fact.stream} is no public event`);
  const { datacontenttype, traceparent, data, ...attributes } = event;
  const headers = Object.entries(attributes).map(([name, value]) => [`ce_${name}`, value]);
  return {
    // All messages of an archival group are in one partition of each topic.
    key: event.partitionkey,
    value: Buffer.from(JSON.stringify(data)),
    headers: {
      'content-type': datacontenttype,
      ...(Object.fromEntries(headers) as Record<string, string>),
      ...(traceparent === undefined ? {} : { traceparent }),
    },
  };
};
