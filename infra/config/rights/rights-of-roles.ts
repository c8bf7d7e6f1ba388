import type { Role } from '../roles.js';
import { APPENDED, VIEW_RIGHTS, type ObjectGrant, type Place, type ObjectRight, type Rights } from './rights.js';

const NO_MESSAGES = { publishes: false, listens: {} } as const;
const EVERYTHING: readonly ObjectRight[] = ['read', 'write', 'delete'];

const on = (place: Place, ...rights: readonly ObjectRight[]): ObjectGrant => ({ place, prefix: '', rights });

/** What a process needs to find out how the store works, before anything else: keys of its own, which it removes. */
const PROBE: readonly ObjectGrant[] = [
  on('staging', 'list'),
  { place: 'staging', prefix: 'probe-', rights: EVERYTHING },
];
const staged = (folder: 'imports/' | 'search/' | 'sessions/' | 'workspaces/'): ObjectGrant => ({
  place: 'staging',
  prefix: folder,
  rights: EVERYTHING,
});
const WHOLE_WORKSPACES: readonly ObjectGrant[] = [
  on('workspaces', 'list', 'read', 'write', 'delete', 'uploads'),
  staged('workspaces/'),
];
const READ_REPOSITORY = on('repository', 'list', 'read');
/** What both services need; `search/` has the snapshots of their search indexes. */
const SERVES: readonly ObjectGrant[] = [
  ...PROBE,
  ...WHOLE_WORKSPACES,
  on('exports', 'list', 'read'),
  READ_REPOSITORY,
  staged('search/'),
];

/**
 * The least rights of each role. Operators are told of them, servers are given them, and processes of other rights ask no
 * more of a server, so that nothing but this table says who may do what.
 */
export const RIGHTS: Readonly<Record<Role, Rights>> = {
  preservation: {
    appends: APPENDED.filter((category) => category !== 'activityStream'),
    messages: NO_MESSAGES,
    views: 'read',
    objects: SERVES,
  },
  storage: {
    appends: APPENDED.filter((category) => category !== 'activityStream' && category !== 'activityRequest'),
    messages: NO_MESSAGES,
    views: 'read',
    objects: SERVES,
  },
  console: { appends: [], messages: NO_MESSAGES, views: 'none', objects: [...PROBE, staged('sessions/')] },
  projector: { appends: [], messages: NO_MESSAGES, views: 'write', objects: [] },
  relay: { appends: [], messages: { publishes: true, listens: {} }, views: 'none', objects: [] },
  importer: {
    appends: ['archivalGroup', 'container', 'deposit', 'export', 'importJob'],
    messages: { publishes: false, listens: { importer: ['importJob'] } },
    views: 'read',
    objects: [
      ...PROBE,
      ...WHOLE_WORKSPACES,
      on('exports', 'read'),
      on('repository', 'list', 'read', 'write', 'delete', 'uploads'),
      staged('imports/'),
    ],
  },
  exporter: {
    appends: ['archivalGroup', 'deposit', 'export'],
    messages: { publishes: false, listens: { exporter: ['export'] } },
    views: 'read',
    objects: [...PROBE, ...WHOLE_WORKSPACES, on('exports', 'list', 'read', 'write'), READ_REPOSITORY],
  },
  pipeline: {
    appends: ['deposit', 'pipelineRun'],
    messages: { publishes: false, listens: { pipeline: ['deposit'] } },
    views: 'read',
    objects: [...PROBE, ...WHOLE_WORKSPACES, READ_REPOSITORY],
  },
  steward: {
    appends: APPENDED.filter((category) => category !== 'activityRequest'),
    messages: { publishes: false, listens: { 'platform-jobs': ['job'] } },
    views: 'rebuild',
    objects: [
      ...PROBE,
      ...WHOLE_WORKSPACES,
      on('exports', 'list', 'read'),
      on('repository', 'list', 'read', 'delete', 'uploads'),
      staged('imports/'),
    ],
  },
  archiver: {
    appends: ['deposit'],
    messages: { publishes: false, listens: { archiver: ['deposit'] } },
    views: 'read',
    objects: [...PROBE, ...WHOLE_WORKSPACES, READ_REPOSITORY],
  },
};

const unique = <T>(items: readonly T[]): readonly T[] => [...new Set(items)];

const joinedObjects = (grants: readonly ObjectGrant[]): readonly ObjectGrant[] => {
  const joined = new Map<string, ObjectGrant>();
  for (const { place, prefix, rights } of grants) {
    const at = `${place}/${prefix}`;
    joined.set(at, { place, prefix, rights: unique([...(joined.get(at)?.rights ?? []), ...rights]) });
  }
  return [...joined.values()];
};

/**
 * The consumer group of a process with these roles, without the prefix, and its topics: processes that work the same kinds
 * of jobs share one. Null for a process that works none.
 */
const listensOf = (roles: readonly Role[]): Rights['messages']['listens'] => {
  const groups = roles.flatMap((role) => Object.entries(RIGHTS[role].messages.listens));
  if (groups.length === 0) return {};
  const name = groups
    .map(([group]) => group)
    .toSorted()
    .join('-');
  return { [name]: unique(groups.flatMap(([, topics]) => topics)) };
};

/** The least rights of a process that has exactly these roles. */
export const rightsOf = (roles: readonly Role[]): Rights => {
  const each = roles.map((role) => RIGHTS[role]);
  const appended = new Set(each.flatMap(({ appends }) => appends));
  return {
    appends: APPENDED.filter((category) => appended.has(category)),
    messages: { publishes: each.some(({ messages }) => messages.publishes), listens: listensOf(roles) },
    views: VIEW_RIGHTS.findLast((right) => each.some(({ views }) => views === right)) ?? 'none',
    objects: joinedObjects(each.flatMap(({ objects }) => objects)),
  };
};
