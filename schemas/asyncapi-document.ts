import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { PublicEvent } from './events/event.js';
import {
  dataSchema,
  eventType,
  publicTopics,
  TOPIC_DEFAULTS,
  topicName,
  type PublicCategory,
  type PublicTopic,
} from './events/topics.js';
import type { Schema } from './openapi-document.js';
import { openApiFile } from './openapi-files.js';

const text = (description: string, more: Schema = {}): Schema => ({ type: 'string', description, ...more });

/** The headers of every message: CloudEvents 1.0 in binary mode. */
const cloudEvent: Schema = {
  type: 'object',
  properties: {
    'content-type': { type: 'string', const: 'application/json' },
    ce_specversion: { type: 'string', const: '1.0' },
    ce_id: text('Id of the event; a repeat has the same one.', { format: 'uuid' }),
    ce_source: text('`/preservation/<installation>/<stream>`: the stream in which `ce_sequence` counts.', {
      pattern: '^/preservation/[^/]+/[^/]+$',
    }),
    ce_type: text('The event and its major version.'),
    ce_subject: text('The subject of the event.'),
    ce_time: text('When it was recorded, UTC.', { format: 'date-time' }),
    ce_dataschema: text('The `$id` of the schema of the payload.'),
    ce_partitionkey: text('The key of the message.'),
    ce_sequence: text('Counts the events of one source from 0, without gaps.', { pattern: '^[0-9]{20}$' }),
    ce_position: text('The position of the event in the log of all events; opaque, sorts as text.'),
    ce_correlationid: text('The same for all events of one request.'),
    ce_causationid: text('The event or command that led to this one.'),
    ce_actor: text('Agent name of the actor.'),
    traceparent: text('W3C trace context, if the request had one.'),
  },
};
const always: Schema = {
  ...cloudEvent,
  required: Object.keys(cloudEvent['properties'] as object).filter((name) => name !== 'traceparent'),
};

/** The same event as one JSON object, as HTTP carries it: CloudEvents 1.0 in structured mode. */
const structured: Schema = {
  type: 'object',
  properties: {
    ...Object.fromEntries(
      Object.entries(cloudEvent['properties'] as Record<string, Schema>)
        .filter(([name]) => name !== 'content-type')
        .map(([name, schema]) => [name.replace('ce_', ''), schema]),
    ),
    datacontenttype: { type: 'string', const: 'application/json' },
    data: { type: 'object', description: 'The payload of the message of this `type`; `dataschema` names its schema.' },
  },
};

/** The channel of all public events over HTTP. */
const httpChannel: Schema = {
  address: '/events',
  summary: 'All public events as server-sent events, or as pages of JSON.',
  description: 'The id of a server-sent event is its `position`; a reader continues with `Last-Event-ID`.',
  messages: { CloudEvent: { $ref: '#/components/messages/http.CloudEvent' } },
};

/** The headers of one message: those, with its own constants. */
const headersOf = ({ name, subject }: PublicTopic, event: string, major: number): Schema => ({
  allOf: [
    { $ref: '#/components/schemas/CloudEvent' },
    {
      type: 'object',
      properties: {
        ce_type: { type: 'string', const: eventType(name, event, major) },
        ce_dataschema: { type: 'string', const: dataSchema(name, event, major) },
        ce_subject: text(subject),
      },
    },
  ],
});

const messageOf = (topic: PublicTopic, event: string, { summary, major, data }: PublicEvent) => ({
  name: event,
  summary,
  contentType: 'application/json',
  headers: headersOf(topic, event, major),
  payload: { $id: dataSchema(topic.name, event, major), ...data.schema },
  bindings: { kafka: { key: text(topic.key), bindingVersion: '0.5.0' } },
});

const channelOf = (category: PublicCategory, topic: PublicTopic) => ({
  address: topicName(topic),
  summary: topic.summary,
  messages: Object.fromEntries(
    Object.keys(topic.events).map((event) => [event, { $ref: `#/components/messages/${category}.${event}` }]),
  ),
  bindings: {
    kafka: {
      topic: topicName(topic),
      partitions: TOPIC_DEFAULTS.partitions,
      replicas: 1,
      topicConfiguration: {
        'cleanup.policy': ['delete'],
        'retention.ms': TOPIC_DEFAULTS.retentionMs,
        'max.message.bytes': TOPIC_DEFAULTS.maxMessageBytes,
      },
      bindingVersion: '0.5.0',
    },
  },
});

/** The AsyncAPI 3 document of all public events, made from the schemas to which facts are mapped. */
export const asyncApiDocument = (): Schema => {
  const topics = Object.entries(publicTopics) as [PublicCategory, PublicTopic][];
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Muniment preservation events',
      version: '1',
      description:
        'The events of the archive. Delivery is at least once, in order for each key; after ' +
        'a failure a sequence of earlier events may be repeated. Objects are open: ignore unknown properties. Prefix ' +
        'and replicas are settings of an installation; the values here are defaults.',
    },
    defaultContentType: 'application/json',
    channels: {
      ...Object.fromEntries(topics.map(([category, topic]) => [category, channelOf(category, topic)])),
      http: httpChannel,
    },
    operations: {
      ...Object.fromEntries(
        topics.map(([category, { summary }]) => [
          `tell.${category}`,
          { action: 'send', summary, channel: { $ref: `#/channels/${category}` } },
        ]),
      ),
      'tell.http': { action: 'send', summary: httpChannel['summary'], channel: { $ref: '#/channels/http' } },
    },
    components: {
      schemas: { CloudEvent: always },
      messages: {
        ...Object.fromEntries(
          topics.flatMap(([category, topic]) =>
            Object.entries(topic.events).map(([name, event]) => [`${category}.${name}`, messageOf(topic, name, event)]),
          ),
        ),
        'http.CloudEvent': {
          name: 'CloudEvent',
          summary: 'Any public event.',
          contentType: 'application/cloudevents+json',
          payload: structured,
        },
      },
    },
  };
};

/** The text of `schemas/asyncapi/preservation.yaml`. */
export const asyncApiText = (): string =>
  `# Written by \`npm run docs\` from schemas/events; \`npm run check\` fails when it differs.\n` +
  stringify(asyncApiDocument(), { lineWidth: 110, aliasDuplicateObjects: false });

export const asyncApiFile = (): string =>
  join(openApiFile('preservation'), '..', '..', 'asyncapi', 'preservation.yaml');

/** An error where the written document differs from the code; empty when it does not. */
export const asyncApiProblems = (): string[] =>
  readFileSync(asyncApiFile(), 'utf8') === asyncApiText()
    ? []
    : ['asyncapi/preservation.yaml differs from schemas/events: run `npm run docs`'];
