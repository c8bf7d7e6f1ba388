import { archivalGroupEvents } from './archival-groups.js';
import { containerEvents } from './containers.js';
import { depositEvents } from './deposits.js';
import type { PublicEvent } from './event.js';
import { importJobEvents } from './import-jobs.js';

/** Everything that is told of one category of streams; it has a topic of its own. */
export interface PublicTopic {
  /** The middle of the topic's name, and of the types of its events. */
  readonly name: string;
  readonly summary: string;
  /** What the messages are keyed by: those of one key are in one partition, in order. */
  readonly key: string;
  /** What `ce_subject` names. */
  readonly subject: string;
  readonly events: Readonly<Record<string, PublicEvent>>;
}

const topics = {
  archivalGroup: {
    name: 'archival-groups',
    summary: 'What becomes of archival groups: admissions, imports and versions.',
    key: "Id of the archival group's repository path.",
    subject: 'Repository path of the archival group.',
    events: archivalGroupEvents,
  },
  container: {
    name: 'containers',
    summary: 'What becomes of containers: the folders of the repository and the names in them.',
    key: "Id of the container's repository path.",
    subject: 'Repository path of the container.',
    events: containerEvents,
  },
  deposit: {
    name: 'deposits',
    summary: 'What becomes of deposits: the working areas of depositors.',
    key: 'Id of the deposit.',
    subject: 'Id of the deposit.',
    events: depositEvents,
  },
  importJob: {
    name: 'import-jobs',
    summary: 'What becomes of import jobs, from the queue to the end.',
    key: "Id of the archival group's repository path, as in archival-groups.",
    subject: 'Id of the import job.',
    events: importJobEvents,
  },
} satisfies Readonly<Record<string, PublicTopic>>;

export type PublicCategory = keyof typeof topics;

/** The public topics by the stream category they tell of. */
export const publicTopics: Readonly<Record<PublicCategory, PublicTopic>> = topics;

export const isPublic = (category: string): category is PublicCategory => Object.hasOwn(publicTopics, category);

/** `<reverse domain>.preservation.<topic>.<event>.v<major>`: what `ce_type` says. */
export const eventType = (topic: string, event: string, major: number): string =>
  `io.muniment.preservation.${topic}.${event}.v${major}`;

/** Names the schema of an event's data: what `ce_dataschema` says. */
export const dataSchema = (topic: string, event: string, major: number): string =>
  `urn:muniment:preservation:${topic}:${event}:v${major}`;

/** What topics are made with where nothing else is set. */
export const TOPIC_DEFAULTS = {
  prefix: 'preservation',
  generation: 'v1',
  partitions: 12,
  retentionMs: 30 * 24 * 60 * 60 * 1000,
  maxMessageBytes: 1_048_588,
} as const;
