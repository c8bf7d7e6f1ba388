import type { HandleResult } from '../../core/decider.js';
import type { ContainerFact } from '../../../events/container.js';
import { lastName, parentOf, type RepositoryPath } from '../../../formats/paths/repository-path.js';
import { entryOf, isDeleted } from '../../container/state.js';
import { onContainer, containerStream, readContainer } from '../../container/container-stream.js';
import type { Dependencies } from '../../core/dependencies.js';
import { type StreamFact, stepOf } from '../../core/intent.js';

type EventDependencies = Pick<Dependencies, 'events' | 'producer'>;

/** Ends the entry of a deleted container in its parent: it becomes a tombstone, or is purged. */
export const finishContainerDeletion = (
  dependencies: EventDependencies,
  fact: StreamFact<Extract<ContainerFact, { type: 'ContainerDeleted' }>>,
): Promise<HandleResult<ContainerFact>> => {
  const { path, reservation, purge, by, at } = fact.data;
  const child = { path: parentOf(path) ?? '', name: lastName(path), reservation, purge, by, at };
  return onContainer(dependencies, stepOf(fact, 'remove child'), { type: 'RemoveChild', ...child });
};

/** Ends the entry of a container at a path, where only its deletion was recorded. */
export const finishDeletionAt = async (dependencies: EventDependencies, path: RepositoryPath): Promise<void> => {
  const { events } = dependencies;
  const state = await readContainer(events, path);
  if (state.deleted === null) return;
  const entry = entryOf((await readContainer(events, parentOf(path) ?? '')).entries, lastName(path));
  if (entry?.kind !== 'container' || entry.tombstone || !isDeleted(state, entry.reservedAt)) return;
  const from = state.deleted.revision;
  for await (const fact of events.read<ContainerFact>(containerStream(path), { from, limit: 1 })) {
    if (fact.type === 'ContainerDeleted') await finishContainerDeletion(dependencies, fact);
  }
};
