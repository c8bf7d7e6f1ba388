import type { ContainerFact } from '../../../events/container.js';
import {
  lastName,
  parentOf,
  reservedNameViolation,
  type RepositoryPath,
} from '../../../formats/paths/repository-path.js';
import { earlierOnContainer, onContainer, containerStream, readContainer } from '../../container/container-stream.js';
import { childPath, TYPE_NAMES } from '../../container/state.js';
import {
  refuse,
  type Refusal,
  written,
  type CommandResult,
  latest,
  type HandleResult,
  keyReused,
} from '../../core/decider.js';
import type { Dependencies } from '../../core/dependencies.js';
import { stepOf, type Intent, type StreamFact } from '../../core/intent.js';
import { ancestorRefusal, kindAt } from '../../reads/kind-at.js';
import { finishDeletionAt } from './container-deletion.js';
import { refused } from '../../../flow/result.js';

type EventDependencies = Pick<Dependencies, 'events' | 'producer'>;
type ReservationFact = StreamFact<Extract<ContainerFact, { type: 'ChildReserved' }>>;

interface WantedContainer {
  readonly path: RepositoryPath;
  readonly displayName: string | null;
}

/** A container that was created: `by` is an agent's name, `at` UTC with seven fractional digits. */
export interface NewContainer extends WantedContainer {
  readonly by: string;
  readonly at: string;
}

/** Refuses a path at or below the reserved name. */
export const reservedNameRefusal = (path: RepositoryPath): Refusal | null => {
  const violation = reservedNameViolation(path);
  return violation === null ? null : refuse('slug-reserved', violation);
};

const rootExists = (): Refusal => refuse('resource-exists', `Resource already exists at / (${TYPE_NAMES.container})`);

/**
 * Creates the container's own stream, after its parent has recorded its entry. Late repeats do not bring a container
 * back that was deleted meanwhile.
 */
export const finishContainer = (
  dependencies: EventDependencies,
  fact: ReservationFact,
): Promise<HandleResult<ContainerFact>> => {
  const { path: parent, name, displayName, by, at } = fact.data;
  const path = childPath(parent, name);
  const reservation = Number(fact.revision);
  const command = { type: 'CreateContainer', path, reservation, displayName, by, at } as const;
  return onContainer(dependencies, stepOf(fact, 'create'), command);
};

/** Creates the own stream of a container, where only its entry was recorded. */
export const finishCreationAt = async (dependencies: EventDependencies, path: RepositoryPath): Promise<void> => {
  if (path === '' || (await readContainer(dependencies.events, path)).created !== null) return;
  const place = await kindAt(dependencies.events, path);
  if (place.kind !== 'container') return;
  const stream = containerStream(parentOf(path) ?? '');
  const from = place.entry.reservedAt;
  for await (const fact of dependencies.events.read<ContainerFact>(stream, { from, limit: 1 })) {
    if (fact.type === 'ChildReserved') await finishContainer(dependencies, fact);
  }
};

/**
 * Carries out what is left of earlier requests at a path and at its parent, so that the parent takes a new child there:
 * the creation of the parent, and the deletion of what was at the path.
 */
export const makeWayFor = async (dependencies: EventDependencies, path: RepositoryPath): Promise<void> => {
  await finishCreationAt(dependencies, parentOf(path) ?? '');
  await finishDeletionAt(dependencies, path);
};

/**
 * Creates a container. Its entry in the parent is the commit point; a repeat with the same command id changes nothing,
 * whatever became of the container since.
 */
export const createContainer = async (
  dependencies: EventDependencies,
  intent: Intent,
  { path, displayName }: WantedContainer,
): Promise<CommandResult<NewContainer>> => {
  const parent = parentOf(path);
  if (parent === null) return refused(rootExists());
  const refusal = reservedNameRefusal(path) ?? ancestorRefusal(await kindAt(dependencies.events, path), path);
  if (refusal !== null && (await earlierOnContainer(dependencies, intent, parent)) === null) return refused(refusal);
  await makeWayFor(dependencies, path);
  const reserved = await onContainer(dependencies, intent, {
    type: 'ReserveChild',
    path: parent,
    name: lastName(path),
    kind: 'container',
    displayName,
    jobId: null,
  });
  if (!reserved.ok) return reserved;
  const [fact] = reserved.value;
  if (fact?.type !== 'ChildReserved') return refused(keyReused());
  const created = await finishContainer(dependencies, fact);
  const { by, at } = fact.data;
  return written({ path, displayName: fact.data.displayName, by, at }, latest(reserved, created));
};
