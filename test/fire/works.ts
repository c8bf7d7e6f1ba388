import { applied, emptyState, type ModelOperation, type ModelState } from '../support/repository/group-model.js';

/** One job for a group: what is posted, and what must become of the group. */
export interface Work {
  readonly kind: string;
  readonly name: string | null;
  readonly operations: readonly ModelOperation[];
  /** The group afterwards; null when the job must fail and the group stay as it is. */
  readonly after: ModelState | null;
  /** What makes a good job a bad one; an origin that goes once the job was posted may go too late for that. */
  readonly spoil: 'wrong digest' | 'missing origin' | 'wrong update' | 'origin goes' | null;
  /** After how many milliseconds an agent cancels it; that may be too late. Not at all where absent. */
  readonly cancelledAfterMs?: number;
}

type Random = () => number;

const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]!;

const pickSome = <T>(random: Random, from: readonly T[], most: number): T[] => {
  const left = [...from];
  return Array.from({ length: Math.min(left.length, 1 + Math.floor(random() * most)) }, () =>
    left.splice(Math.floor(random() * left.length), 1),
  ).flat();
};

const NAMES = [
  'a letter.txt',
  '100% of #1.txt',
  'caf\u00e9.txt',
  'cafe\u0301.txt',
  '😀.txt',
  'b.txt',
  'c.txt',
  'd.txt',
];

/** Bytes that differ from job to job, but for those that many files share, and now and then none at all. */
const contentFor = (random: Random, what: string): string => {
  const dice = random();
  if (dice < 0.1) return '';
  if (dice < 0.3) return 'the same under many names\n';
  if (dice < 0.4) return `${what}\n`.repeat(5_000);
  return `${what}\n`;
};

const withBytes = (
  random: Random,
  list: 'binariesToAdd' | 'binariesToPatch',
  paths: readonly string[],
  token: string,
): ModelOperation[] => paths.map((path) => ({ list, path, content: contentFor(random, `${token} ${path}`) }));

const firstVersion = (random: Random, token: string): ModelOperation[] => [
  { list: 'containersToAdd', path: 'objects' },
  { list: 'containersToAdd', path: 'objects/drafts' },
  ...withBytes(
    random,
    'binariesToAdd',
    [...pickSome(random, NAMES, 6).map((name) => `objects/${name}`), 'objects/drafts/one.md'],
    token,
  ),
];

const missing = (state: ModelState): string[] =>
  NAMES.map((name) => `objects/${name}`).filter((path) => !state.binaries.has(path));

const additions = (random: Random, state: ModelState, token: string): ModelOperation[] => {
  const box = `objects/${token}`;
  return [
    { list: 'containersToAdd', path: box },
    ...withBytes(random, 'binariesToAdd', [`${box}/in it.txt`, ...pickSome(random, missing(state), 2)], token),
  ];
};

const patches = (random: Random, state: ModelState, token: string): ModelOperation[] =>
  withBytes(random, 'binariesToPatch', pickSome(random, [...state.binaries.keys()], 3), token);

const isIn =
  (container: string): ((path: string) => boolean) =>
  (path) =>
    path.startsWith(`${container}/`);

/** Some binaries; or a container with all that is in it, unless it is the one that holds everything. */
const deletions = (random: Random, state: ModelState): ModelOperation[] => {
  const containers = [...state.containers.keys()].filter((path) => path !== 'objects');
  if (random() < 0.5 || containers.length === 0)
    return pickSome(random, [...state.binaries.keys()], 2).map((path) => ({ list: 'binariesToDelete', path }));
  const gone = pick(random, containers);
  return [
    ...[...state.binaries.keys()].filter(isIn(gone)).map((path) => ({ list: 'binariesToDelete', path }) as const),
    { list: 'containersToDelete', path: gone },
  ];
};

const renames = (random: Random, state: ModelState, token: string): ModelOperation[] => [
  { list: 'containersToRename', path: pick(random, [...state.containers.keys()]), name: `Folder of ${token}` },
  ...pickSome(random, [...state.binaries.keys()], 2).map(
    (path) => ({ list: 'binariesToRename', path, name: `File of ${token}` }) as const,
  ),
];

const good = (kind: string, state: ModelState, operations: readonly ModelOperation[], name: string | null): Work => ({
  kind,
  name,
  operations,
  after: applied(state, operations, name ?? state.name),
  spoil: null,
});

type Maker = (random: Random, state: ModelState, token: string) => Work;

/** A job that must fail. */
const bad = (kind: string, operations: readonly ModelOperation[], spoil: Work['spoil'] = null): Work => ({
  kind,
  name: null,
  operations,
  after: null,
  spoil,
});

/** A job that changes names and no file. */
export const renaming = (random: Random, state: ModelState, token: string): Work =>
  good('rename', state, renames(random, state, token), `Group of ${token}`);

/** A job that must fail, and brings no file. */
export const impossible = (): Work =>
  bad('delete what is not there', [{ list: 'binariesToDelete', path: 'objects/never there.txt' }]);

/** Longer than a small job takes, so that some cancels come too late. */
const LATEST_CANCEL_MS = 400;

/** A good job that somebody cancels, while it waits or wherever it has come to by then. */
const cancelled = (random: Random, work: Work): Work => ({
  ...work,
  kind: `${work.kind}, cancelled`,
  cancelledAfterMs: Math.floor(random() * LATEST_CANCEL_MS),
});

/** The kinds of job that a group that is there may get; the last ones must fail. */
const UPDATES: readonly Maker[] = [
  (random, state, token) => good('add', state, additions(random, state, token), null),
  (random, state, token) =>
    state.binaries.size === 0
      ? good('add', state, additions(random, state, token), null)
      : good('patch', state, patches(random, state, token), null),
  (random, state) => good('delete', state, deletions(random, state), null),
  renaming,
  (_random, state, token) => good('name', state, [], `Group of ${token} alone`),
  (random, state, token) =>
    good('mixed', state, [...additions(random, state, token), ...renames(random, state, token)], null),
  (random, state, token) => bad('wrong digest', additions(random, state, token), 'wrong digest'),
  (random, state, token) => bad('missing origin', additions(random, state, token), 'missing origin'),
  (random, state, token) => ({
    ...good('an origin that goes', state, additions(random, state, token), null),
    spoil: 'origin goes',
  }),
  (random, state, token) => cancelled(random, good('add', state, additions(random, state, token), null)),
  (random, state, token) => cancelled(random, renaming(random, state, token)),
  impossible,
  (random, state, token) =>
    bad('a full container', [...additions(random, state, token), { list: 'containersToDelete', path: 'objects' }]),
];

/** A job for a group as it stands; null stands for a group that is not there. The token is in all that is new. */
export const nextWork = (random: Random, state: ModelState | null, token: string): Work => {
  if (state !== null) return pick(random, UPDATES)(random, state, token);
  const operations = firstVersion(random, token);
  const dice = random();
  if (dice < 0.15) return bad('first, wrong digest', operations, 'wrong digest');
  if (dice < 0.25) return bad('first, as an update', operations, 'wrong update');
  const first = good('first', emptyState(`Group of ${token}`), operations, `Group of ${token}`);
  return dice < 0.4 ? cancelled(random, first) : first;
};
