import type { MovedEntryFact } from '../../events/container.js';
import { idFor, uuidV5 } from '../../events/ids.js';
import { lastFact } from '../../events/last-fact.js';
import { RevisionConflict, type EventStore } from '../../events/store.js';
import { forEachConcurrently } from '../../flow/concurrently.js';
import { ancestorsOf, type RepositoryPath } from '../../formats/paths/repository-path.js';
import type { Dependencies } from '../core/dependencies.js';
import { propose } from '../core/handle.js';
import type { Intent } from '../core/intent.js';
import {
  earlierDeletion,
  earlierStream,
  readEarlier,
  type EarlierContainer,
  type EarlierEntry,
} from './earlier-container.js';
import { EntriesMoving, type MovingProgress } from './entries-moving.js';
import type { EntryFact } from './evolve.js';
import { decideOnEntry, entryStream, readEntry } from './entry-stream.js';
import { childPath, ROOT_RESERVATION } from './state.js';

type MoveDependencies = Pick<Dependencies, 'events' | 'producer'>;
type Progress = { -readonly [Name in keyof MovingProgress]: MovingProgress[Name] };

/** Facts in a container's stream up to which its children are moved by the request that needs them. */
export const MOVED_AT_ONCE = 500;
const CONCURRENT_APPENDS = 16;

/** Paths known to have their children in entries, for each event store: what is true of one stays true. */
const KNOWN_AT_MOST = 10_000;
const knownOf = new WeakMap<EventStore, Set<RepositoryPath>>();

const keepKnown = (events: EventStore, path: RepositoryPath): void => {
  const known = knownOf.get(events) ?? new Set();
  if (known.size >= KNOWN_AT_MOST) known.clear();
  knownOf.set(events, known.add(path));
};

const isUnmoved = async (events: EventStore, path: RepositoryPath): Promise<boolean> => {
  const { length, unmoved } = await readEntry(events, path);
  if (path !== '') return unmoved !== null;
  return length === 0n && (await lastFact(events, earlierStream(path))) !== null;
};

/** Whether the children of a container have entries, where those of all containers above it have. */
const isMovedHere = async (events: EventStore, path: RepositoryPath): Promise<boolean> => {
  if (knownOf.get(events)?.has(path) === true) return true;
  if (await isUnmoved(events, path)) return false;
  keepKnown(events, path);
  return true;
};

/** The paths from the root down to this one. */
const downTo = (path: RepositoryPath): readonly RepositoryPath[] =>
  path === '' ? [''] : ['', ...ancestorsOf(path), path];

/** The highest container on the way to a path, or at it, whose children have no entries yet; null where all have. */
export const firstUnmoved = async (events: EventStore, path: RepositoryPath): Promise<RepositoryPath | null> => {
  if (knownOf.get(events)?.has(path) === true) return null;
  for (const each of downTo(path)) if (!(await isMovedHere(events, each))) return each;
  return null;
};

/** The intents of the appends of a move, the same in every process and after every crash but for their time. */
const stepOfMove = ({ correlationId, at }: Intent, path: RepositoryPath, step: string): Intent => ({
  commandId: uuidV5(`move ${earlierStream(path)}: ${step}`),
  correlationId,
  actor: { agent: 'platform', source: 'platform', appId: null },
  at,
});

/** Ends the stream of an earlier version: a process that decides on its children there finds it changed. */
const seal = async (dependencies: MoveDependencies, request: Intent, path: RepositoryPath): Promise<void> => {
  const stream = earlierStream(path);
  const intent = stepOfMove(request, path, 'seal');
  const command = { type: 'seal', by: intent.actor.agent, at: intent.at };
  for (;;) {
    const last = await lastFact(dependencies.events, stream);
    if (last === null || last.type === 'ContainerEntriesMoving') return;
    const fact: MovedEntryFact = { type: 'ContainerEntriesMoving', data: { path, at: intent.at } };
    const { revision: expected } = last;
    try {
      const facts = propose(dependencies, intent, { command, facts: [fact], expected });
      await dependencies.events.append(stream, facts, expected);
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error;
    }
  }
};

/** Gives one child its entry, once. One whose deletion its own stream has decided is moved as deleted. */
const moveEntry = async (
  dependencies: MoveDependencies,
  request: Intent,
  { path, within }: { readonly path: RepositoryPath; readonly within: number },
  entry: EarlierEntry,
): Promise<void> => {
  const { since, ...child } = entry;
  const at = childPath(path, entry.name);
  const isContainer = entry.kind === 'container' && !entry.tombstone;
  const deleted = isContainer ? await earlierDeletion(dependencies.events, at, entry.reservation) : null;
  const tombstone = entry.tombstone || deleted !== null;
  const fact: MovedEntryFact = { type: 'ChildEntryMoved', data: { path, ...child, tombstone, within, at: since } };
  const purged: EntryFact[] = deleted?.purge === true ? [purgedBy(path, entry.name, deleted)] : [];
  const intent = stepOfMove(request, path, `entry ${entry.name}`);
  const command = { type: 'move', by: entry.by, at: intent.at };
  const proposal = { command, facts: [fact, ...purged], expected: 'none' } as const;
  const facts = propose<EntryFact>(dependencies, intent, proposal);
  try {
    await dependencies.events.append(entryStream(at), facts, 'none');
  } catch (error) {
    // Another process was there first, and the entry has gone on since.
    const isThere = error instanceof RevisionConflict && (await isFirst(dependencies, entryStream(at), intent));
    if (!isThere) throw error;
  }
};

const purgedBy = (path: RepositoryPath, name: string, { by, at }: { readonly by: string; readonly at: string }) =>
  ({ type: 'ChildPurged', data: { path, name, by, at } }) as const;

const isFirst = async ({ events }: MoveDependencies, stream: string, { commandId }: Intent): Promise<boolean> => {
  for await (const { id } of events.read(stream, { limit: 1 })) return id === idFor(commandId, 0n);
  return false;
};

/** The entries that the container with this reservation in its parent's stream still has, by its own stream. */
const livingEntries = (earlier: EarlierContainer, reservation: number): readonly EarlierEntry[] => {
  const isOfBefore = !earlier.isCreated && earlier.deleted !== null && earlier.deleted.reservation < reservation;
  return isOfBefore ? [] : [...earlier.entries.values()];
};

/**
 * Gives the children of a container entries of their own: ends its stream, writes the entries, and records that they are
 * there. Each step is made once, so that processes may do it concurrently, and another goes on where one has died.
 */
const moveEntries = async (dependencies: MoveDependencies, request: Intent, progress: Progress): Promise<void> => {
  const { path } = progress;
  const { events } = dependencies;
  await seal(dependencies, request, path);
  const earlier = await readEarlier(events, path);
  const state = await readEntry(events, path);
  const reservation = path === '' ? ROOT_RESERVATION : state.entry?.reservation;
  if (reservation === undefined) return;
  const { deleted } = earlier;
  if (!earlier.isCreated && deleted !== null && deleted.reservation >= (state.unmoved ?? Infinity)) {
    const { purge, by, at } = deleted;
    const intent = stepOfMove(request, path, 'deletion');
    await decideOnEntry(dependencies, intent, { type: 'MoveDeletion', path, reservation, purge, by, at });
    if (purge) return;
  }
  const entries = livingEntries(earlier, state.unmoved ?? ROOT_RESERVATION);
  progress.of = entries.length;
  await forEachConcurrently(entries, { width: CONCURRENT_APPENDS }, async (entry) => {
    await moveEntry(dependencies, request, { path, within: reservation }, entry);
    progress.done += 1;
  });
  const ended = { type: 'EndMoving', path, entries: entries.length } as const;
  await decideOnEntry(dependencies, stepOfMove(request, path, 'end'), ended);
};

interface Move {
  readonly progress: Progress;
  readonly isLarge: boolean;
  readonly ended: Promise<void>;
}

/** The moves that are under way in this process, for each event store. */
const movesOf = new WeakMap<EventStore, Map<RepositoryPath, Move>>();

const beginMove = async (dependencies: MoveDependencies, request: Intent, path: RepositoryPath): Promise<Move> => {
  const last = await lastFact(dependencies.events, earlierStream(path));
  const moves = movesOf.get(dependencies.events) ?? new Map<RepositoryPath, Move>();
  movesOf.set(dependencies.events, moves);
  const begun = moves.get(path);
  if (begun !== undefined) return begun;
  const progress: Progress = { path, done: 0, of: null };
  const ended = moveEntries(dependencies, request, progress).finally(() => moves.delete(path));
  const move = { progress, isLarge: (last?.revision ?? 0n) > MOVED_AT_ONCE, ended };
  moves.set(path, move);
  return move;
};

/**
 * The children, without entries yet, of the container that has this reservation in its parent's stream where it has no
 * entry itself. Rejects with EntriesMoving for a large one.
 */
export const readUnmoved = async (
  events: EventStore,
  path: RepositoryPath,
  reservation: number,
): Promise<readonly EarlierEntry[]> => {
  const last = await lastFact(events, earlierStream(path));
  if ((last?.revision ?? 0n) > MOVED_AT_ONCE)
    throw new EntriesMoving(movesOf.get(events)?.get(path)?.progress ?? { path, done: 0, of: null });
  return livingEntries(await readEarlier(events, path), (await readEntry(events, path)).unmoved ?? reservation);
};

/** Begins the moves of the children of all containers on the way to a path, and at it, one after the other has ended. */
async function* movesDownTo(
  dependencies: MoveDependencies,
  request: Intent,
  path: RepositoryPath,
): AsyncGenerator<Move, void> {
  for (;;) {
    const unmoved = await firstUnmoved(dependencies.events, path);
    if (unmoved === null) return;
    const move = await beginMove(dependencies, request, unmoved);
    yield move;
    await move.ended;
  }
}

/** Gives the children of all containers on the way to a path, and at it, entries of their own, however many they are. */
export const moveDownTo = async (
  dependencies: MoveDependencies,
  request: Intent,
  path: RepositoryPath,
): Promise<void> => {
  for await (const { ended } of movesDownTo(dependencies, request, path)) await ended;
};

/** The same for a request, which does not wait for a large container: rejects with EntriesMoving while that goes on. */
export const requireMoved = async (
  dependencies: MoveDependencies,
  request: Intent,
  path: RepositoryPath,
): Promise<void> => {
  for await (const { isLarge, progress, ended } of movesDownTo(dependencies, request, path)) {
    if (!isLarge) continue;
    // A request that comes later begins it again where it has failed.
    ended.catch(() => null);
    throw new EntriesMoving(progress);
  }
};
