import type { ContainerFact } from '../../../events/container.js';
import type { EventStore } from '../../../events/store.js';
import type { RepositoryPath } from '../../../formats/paths/repository-path.js';
import { entryStream, readEntry } from '../../container/entry-stream.js';
import { onEntry } from '../../container/on-entry.js';
import { containerIn } from '../../container/state.js';
import type { Dependencies } from '../../core/dependencies.js';
import { stepOf, type StreamFact } from '../../core/intent.js';

type ClosedFact = StreamFact<Extract<ContainerFact, { type: 'ContainerClosed' }>>;

/** The fact of a path's entry at a revision, if it is of this type. */
export const entryFact = async <Type extends ContainerFact['type']>(
  events: EventStore,
  path: RepositoryPath,
  { revision: from, type }: { readonly revision: bigint; readonly type: Type },
): Promise<StreamFact<Extract<ContainerFact, { type: Type }>> | null> => {
  for await (const fact of events.read<ContainerFact>(entryStream(path), { from, limit: 1 }))
    if (fact.type === type) return fact as StreamFact as StreamFact<Extract<ContainerFact, { type: Type }>>;
  return null;
};

/** Ends a deletion: the container stays. Changes nothing where the deletion has ended before. */
export const reopen = async (
  dependencies: Pick<Dependencies, 'events' | 'producer'>,
  fact: ClosedFact,
): Promise<void> => {
  const { path, by } = fact.data;
  const closing = Number(fact.revision);
  await onEntry(dependencies, stepOf(fact, 'reopen'), { type: 'ReopenContainer', path, closing, by });
};

/**
 * Whether the container with this reservation is there and takes children; a deletion that has begun is ended first.
 *
 * What was reserved in it before this stands, if this is true. A deletion that begins later finds the reservation, and
 * one that began earlier has ended here without deleting anything.
 */
export const holdOpen = async (
  dependencies: Pick<Dependencies, 'events' | 'producer'>,
  path: RepositoryPath,
  reservation: number,
): Promise<boolean> => {
  for (;;) {
    const state = await readEntry(dependencies.events, path);
    if (containerIn(path, state) !== reservation) return false;
    if (state.closing === null) return true;
    const at = { revision: state.closing.revision, type: 'ContainerClosed' } as const;
    const closed = await entryFact(dependencies.events, path, at);
    if (closed !== null) await reopen(dependencies, closed);
  }
};
