import { pathId } from '../../formats/paths/path-id.js';
import { dataSchema, eventType } from '../../schemas/events/topics.js';
import type { Position, RecordedFact } from '../envelope.js';
import { isOfJob } from './job-groups.js';
import { publicData } from './public-data.js';

/** A public event with the attributes of CloudEvents 1.0, those of extensions too, in the order of their meaning. */
export interface CloudEvent {
  readonly specversion: '1.0';
  readonly id: string;
  /** `/preservation/<installation>/<stream>`. */
  readonly source: string;
  readonly type: string;
  /** A repository path, or an id. */
  readonly subject: string;
  readonly time: string;
  readonly datacontenttype: 'application/json';
  readonly dataschema: string;
  /** Events with the same key are in the order in which they happened. */
  readonly partitionkey: string;
  /** Counts the events of one source from 0; padded, so that the text sorts by number. */
  readonly sequence: string;
  readonly position: Position;
  readonly correlationid: string;
  readonly causationid: string;
  /** Agent name. */
  readonly actor: string;
  readonly traceparent?: string;
  readonly data: unknown;
}

/** The name of an installation in `source`, unless another one is set. */
export const INSTALLATION = 'main';

const SEQUENCE_DIGITS = 20;

const idOf = (stream: string): string => stream.slice(stream.indexOf('-') + 1);

const subjectOf = ({ stream, data }: RecordedFact): string =>
  'path' in data && typeof data.path === 'string' ? data.path || '/' : idOf(stream);

/**
 * The public event of a fact; null for a fact without one. `groupOfJob` is the archival group of a job's fact
 * (`jobGroups`), and ignored for other facts; `installation` distinguishes platforms that publish to one broker.
 */
export const cloudEvent = (fact: RecordedFact, groupOfJob: string, installation = INSTALLATION): CloudEvent | null => {
  const { stream, type, metadata } = fact;
  const ofJob = isOfJob(stream);
  const subject = subjectOf(fact);
  const published = publicData(fact, ofJob ? groupOfJob : subject);
  if (published === null) return null;
  const { topic, event, data } = published;
  return {
    specversion: '1.0',
    id: fact.id,
    source: `/preservation/${encodeURIComponent(installation)}/${encodeURIComponent(stream)}`,
    type: eventType(topic, type, event.major),
    subject,
    time: metadata.occurredAt,
    datacontenttype: 'application/json',
    dataschema: dataSchema(topic, type, event.major),
    partitionkey: ofJob ? pathId(groupOfJob) : idOf(stream),
    sequence: String(fact.revision).padStart(SEQUENCE_DIGITS, '0'),
    position: fact.position,
    correlationid: metadata.$correlationId,
    causationid: metadata.$causationId,
    actor: metadata.actor.agent,
    ...(metadata.traceparent === undefined ? {} : { traceparent: metadata.traceparent }),
    data,
  };
};
