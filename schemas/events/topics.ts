import { archivalGroupEvents } from './archival-groups.js';
import { containerEvents } from './containers.js';
import { depositEvents } from './deposits.js';
import type { PublicEvent } from './event.js';
import { exportEvents } from './exports.js';
import { importJobEvents } from './import-jobs.js';
import { pipelineRunEvents } from './pipeline-runs.js';
import { platformJobEvents } from './platform-jobs.js';

/** The public events of one category of streams; each category has its own topic. */
export interface PublicTopic {
  /** The middle of the topic's name, and of the types of its events. */
  readonly name: string;
  readonly summary: string;
  /** The key of the messages: those of one key are in one partition, in order. */
  readonly key: string;
  /** What `ce_subject` names. */
  readonly subject: string;
  readonly events: Readonly<Record<string, PublicEvent>>;
}

const topics = {
  archivalGroup: {
    name: 'archival-groups',
    summary: 'Archival groups: admissions, imports and versions.',
    key: "Id of the archival group's repository path.",
    subject: 'Repository path of the archival group.',
    events: archivalGroupEvents,
  },
  container: {
    name: 'containers',
    summary: 'Containers: the folders of the repository and the names in them.',
    key: '`entry-` and the id of the repository path of the container, or of the child that the event is about.',
    subject: 'Repository path of the container.',
    events: containerEvents,
  },
  deposit: {
    name: 'deposits',
    summary: 'Deposits: the working areas of depositors.',
    key: 'Id of the deposit.',
    subject: 'Id of the deposit.',
    events: depositEvents,
  },
  export: {
    name: 'exports',
    summary: 'Exports, from the queue to the end.',
    key: "Id of the archival group's repository path, as in archival-groups.",
    subject: 'Id of the export.',
    events: exportEvents,
  },
  importJob: {
    name: 'import-jobs',
    summary: 'Import jobs, from the queue to the end.',
    key: "Id of the archival group's repository path, as in archival-groups.",
    subject: 'Id of the import job.',
    events: importJobEvents,
  },
  pipelineRun: {
    name: 'pipeline-runs',
    summary: 'Pipeline runs: their tools, progress and findings. Their states are in deposits.',
    key: 'Id of the pipeline run.',
    subject: 'Id of the pipeline run.',
    events: pipelineRunEvents,
  },
  job: {
    name: 'platform-jobs',
    summary: 'Audits, adoptions and rebuilds of read models, from the request to the end.',
    key: 'Id of the job.',
    subject: 'Id of the job.',
    events: platformJobEvents,
  },
} satisfies Readonly<Record<string, PublicTopic>>;

export type PublicCategory = keyof typeof topics;

/** The public topics by stream category. */
export const publicTopics: Readonly<Record<PublicCategory, PublicTopic>> = topics;

export const isPublic = (category: string): category is PublicCategory => Object.hasOwn(publicTopics, category);

/** The value of `ce_type`: `<reverse domain>.preservation.<topic>.<event>.v<major>`. */
export const eventType = (topic: string, event: string, major: number): string =>
  `io.muniment.preservation.${topic}.${event}.v${major}`;

/** The value of `ce_dataschema`: the name of the schema of an event's data. */
export const dataSchema = (topic: string, event: string, major: number): string =>
  `urn:muniment:preservation:${topic}:${event}:v${major}`;

/** The default settings of topics. */
export const TOPIC_DEFAULTS = {
  prefix: 'preservation',
  generation: 'v1',
  partitions: 12,
  retentionMs: 30 * 24 * 60 * 60 * 1000,
  maxMessageBytes: 1_048_588,
} as const;

/** The name of a topic in Kafka; by default that of the platform's own generation with the usual prefix. */
export const topicName = (
  { name }: { readonly name: string },
  { prefix, generation }: { readonly prefix: string; readonly generation: string } = TOPIC_DEFAULTS,
): string => `${prefix}.${name}.${generation}`;
