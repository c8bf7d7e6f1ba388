import type { PublicCategory } from '../../../schemas/events/topics.js';

/** The categories of streams that the platform appends to. */
export const APPENDED = [
  'activityRequest',
  'activityStream',
  'archivalGroup',
  'container',
  'deposit',
  'export',
  'importJob',
  'importPlan',
  'job',
  'jobTarget',
  'pipelineRun',
] as const;

/** One of `APPENDED`. */
export type AppendedCategory = (typeof APPENDED)[number];

/** What a role may do with the messages of Kafka. */
export interface MessageRights {
  /** Writes the public events, and reads the last ones to see how far it was. */
  readonly publishes: boolean;
  /** The consumer groups that its jobs are waited for in, without the prefix, each with the topics that it reads. */
  readonly listens: Readonly<Record<string, readonly PublicCategory[]>>;
}

/**
 * What a role may do with the read models in MongoDB, each including those before it: nothing but the records by which
 * processes coordinate, which every role reads and writes; read them; ask for them to be built anew; write them.
 */
export const VIEW_RIGHTS = ['none', 'read', 'rebuild', 'write'] as const;

/** One of `VIEW_RIGHTS`. */
export type ViewRight = (typeof VIEW_RIGHTS)[number];

/**
 * What can be done with objects: `list` their keys, `read` them, `write` them (also in parts), `delete` them, and list the
 * `uploads` in parts that have not ended.
 */
export const OBJECT_RIGHTS = ['list', 'read', 'write', 'delete', 'uploads'] as const;

/** One of `OBJECT_RIGHTS`. */
export type ObjectRight = (typeof OBJECT_RIGHTS)[number];

/** The buckets of the settings; `workspaces` are also those of known clients, `exports` the places of exports. */
export const PLACES = ['workspaces', 'exports', 'repository', 'staging'] as const;

/** One of `PLACES`. */
export type Place = (typeof PLACES)[number];

/** Rights on the objects below a prefix; rights on a bucket as a whole (`list`, `uploads`) stand at the prefix ''. */
export interface ObjectGrant {
  readonly place: Place;
  /** Below the place; '' for all of it. */
  readonly prefix: string;
  readonly rights: readonly ObjectRight[];
}

/** The least rights of a role on each server. Every role reads the whole event log. */
export interface Rights {
  readonly appends: readonly AppendedCategory[];
  readonly messages: MessageRights;
  readonly views: ViewRight;
  readonly objects: readonly ObjectGrant[];
}
