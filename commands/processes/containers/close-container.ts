import type { ContainerFact } from '../../../events/container.js';
import { uuidV5 } from '../../../events/ids.js';
import type { RepositoryPath } from '../../../formats/paths/repository-path.js';
import { entryStream, readEntry } from '../../container/entry-stream.js';
import { onEntry } from '../../container/on-entry.js';
import { containerIn, type Entry } from '../../container/state.js';
import type { Dependencies } from '../../core/dependencies.js';
import { digestOf, type Intent, type StreamFact } from '../../core/intent.js';
import { entryFact, reopen } from './hold-open.js';

type CloseDependencies = Pick<Dependencies, 'events' | 'producer' | 'childrenAsOf'>;
type ClosedFact = StreamFact<Extract<ContainerFact, { type: 'ContainerClosed' }>>;

/** A child that keeps a container from being deleted. */
export interface FoundChild {
  readonly path: RepositoryPath;
  readonly entry: Entry;
}

/** What tells a repeat of a deletion from another request. */
export const deletionSha256 = (purge: boolean): string => digestOf({ purge });

/**
 * A child of the container with this reservation: every one that was reserved before this call is found, if it still
 * is one. Null where there is none. Rejects with a transient fault where the view cannot be read.
 */
export const someChild = async (
  { events, childrenAsOf }: CloseDependencies,
  path: RepositoryPath,
  reservation: number,
): Promise<FoundChild | null> => {
  const head = await events.head();
  if (head === null) return null;
  for await (const child of childrenAsOf(path, head)) {
    const { entry } = await readEntry(events, child);
    if (entry?.within === reservation && !entry.tombstone) return { path: child, entry };
  }
  return null;
};

/** Begins to delete a container; answers with the beginning, or that of another deletion which is under way. */
export const closeContainer = async (
  dependencies: CloseDependencies,
  intent: Intent,
  {
    path,
    reservation,
    purge,
  }: { readonly path: RepositoryPath; readonly reservation: number; readonly purge: boolean },
): Promise<ClosedFact | null> => {
  const { events } = dependencies;
  const { commandId: request } = intent;
  // A deletion may begin several times, each with an id of its own; its commit point has that of the request.
  const { length } = await readEntry(events, path);
  const step = { ...intent, commandId: uuidV5(`${request}: close ${entryStream(path)} at ${length}`) };
  await onEntry(dependencies, step, { type: 'CloseContainer', path, reservation, purge, request });
  const { closing } = await readEntry(events, path);
  return closing === null ? null : entryFact(events, path, { revision: closing.revision, type: 'ContainerClosed' });
};

/**
 * Ends a deletion that has begun: deletes the container where nothing is in it, and reopens it otherwise; answers with
 * what was found in it. Safe to repeat, also in several processes: the first end counts.
 */
export const finishClosing = async (dependencies: CloseDependencies, fact: ClosedFact): Promise<FoundChild | null> => {
  const { path, purge, request, by } = fact.data;
  const state = await readEntry(dependencies.events, path);
  const reservation = containerIn(path, state);
  if (state.closing?.revision !== fact.revision || reservation === null) return null;
  const found = await someChild(dependencies, path, reservation);
  if (found !== null) {
    await reopen(dependencies, fact);
    return found;
  }
  const { $correlationId: correlationId, actor, occurredAt: at } = fact.metadata;
  const whole = {
    commandId: request,
    correlationId,
    causationId: fact.id,
    actor,
    at,
    requestSha256: deletionSha256(purge),
  };
  const command = { type: 'DeleteContainer', path, closing: Number(fact.revision), by } as const;
  await onEntry(dependencies, whole, command);
  return null;
};
