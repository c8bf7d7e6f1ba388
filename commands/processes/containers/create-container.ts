import type { ContainerFact } from '../../../events/container.js';
import { parentOf, reservedNameViolation, type RepositoryPath } from '../../../formats/paths/repository-path.js';
import { earlierOnEntry, readEntry } from '../../container/entry-stream.js';
import type { EntryFact } from '../../container/evolve.js';
import { onEntry } from '../../container/on-entry.js';
import { requireMoved } from '../../container/move-entries.js';
import { childPath, containerIn, parentReservation, TYPE_NAMES } from '../../container/state.js';
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
import { digestOf, stepOf, type Intent, type StreamFact } from '../../core/intent.js';
import { ancestorRefusal, kindAt } from '../../reads/kind-at.js';
import { refused } from '../../../flow/result.js';
import { entryFact, holdOpen } from './hold-open.js';

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
 * Ends the reservation of a container: it exists where its parent is there after it, and is given up where that is not.
 * Late repeats do not bring a container back that was deleted meanwhile.
 */
export const finishContainer = async (
  dependencies: EventDependencies,
  fact: ReservationFact,
): Promise<HandleResult<EntryFact>> => {
  const { path: parent, name } = fact.data;
  const ended = { path: childPath(parent, name), reservation: Number(fact.revision), by: fact.data.by };
  return (await holdOpen(dependencies, parent, parentReservation(fact.data)))
    ? onEntry(dependencies, stepOf(fact, 'create'), { type: 'CreateContainer', ...ended })
    : onEntry(dependencies, stepOf(fact, 'give up'), { type: 'GiveUpReservation', ...ended });
};

/** Ends the reservation of a container at a path, where there is one that has not ended. */
export const finishCreationAt = async (dependencies: EventDependencies, path: RepositoryPath): Promise<void> => {
  const { entry } = await readEntry(dependencies.events, path);
  if (entry?.kind !== 'container' || entry.confirmed) return;
  const at = { revision: BigInt(entry.reservation), type: 'ChildReserved' } as const;
  const fact = await entryFact(dependencies.events, path, at);
  if (fact !== null) await finishContainer(dependencies, fact);
};

/**
 * The reservation of the container in which a path is to be reserved; null where the path's parent is none. What earlier
 * requests have left to do at the path and at its parent is done first.
 */
export const makeWayFor = async (dependencies: EventDependencies, path: RepositoryPath): Promise<number | null> => {
  const parent = parentOf(path) ?? '';
  await finishCreationAt(dependencies, parent);
  await finishCreationAt(dependencies, path);
  return containerIn(parent, await readEntry(dependencies.events, parent));
};

/** Why nothing can be created at a path whose parent has just been deleted. */
export const parentGone = async ({ events }: EventDependencies, path: RepositoryPath): Promise<Refusal> => {
  const parent = parentOf(path) ?? '';
  const gone = { kind: 'orphaned', missing: parent } as const;
  return ancestorRefusal(await kindAt(events, path), path) ?? ancestorRefusal(gone, path) ?? rootExists();
};

/** Whether the reservation of a container stood, after it has ended: the next facts of its entry tell. */
const hasStood = async ({ events }: EventDependencies, { stream, revision }: ReservationFact): Promise<boolean> => {
  for await (const { type, data } of events.read<EntryFact>(stream, { from: revision + 1n })) {
    if (type === 'ContainerCreated') return true;
    if (type === 'ChildReserved' || (type === 'ChildReservationReleased' && data.jobId === null)) return false;
  }
  return false;
};

const ended = async (
  dependencies: EventDependencies,
  reserved: HandleResult<EntryFact>,
  path: RepositoryPath,
): Promise<CommandResult<NewContainer>> => {
  if (!reserved.ok) return reserved;
  const [fact] = reserved.value;
  if (fact?.type !== 'ChildReserved') return refused(keyReused());
  const created = await finishContainer(dependencies, fact);
  if (!(await hasStood(dependencies, fact))) return refused(await parentGone(dependencies, path));
  const { by, at, displayName } = fact.data;
  return written({ path, displayName, by, at }, latest(reserved, created));
};

/**
 * Creates a container: reserves its path, then looks whether its parent is still there, which is the commit point. A
 * repeat with the same command id changes nothing, whatever became of the container since.
 */
export const createContainer = async (
  dependencies: EventDependencies,
  request: Intent,
  { path, displayName }: WantedContainer,
): Promise<CommandResult<NewContainer>> => {
  if (parentOf(path) === null) return refused(rootExists());
  const named = reservedNameRefusal(path);
  if (named !== null) return refused(named);
  const intent = { ...request, requestSha256: request.requestSha256 ?? digestOf({ path, displayName }) };
  await requireMoved(dependencies, intent, path);
  const earlier = await earlierOnEntry(dependencies, intent, path);
  if (earlier !== null) return ended(dependencies, earlier, path);
  for (;;) {
    const refusal = ancestorRefusal(await kindAt(dependencies.events, path), path);
    if (refusal !== null) return refused(refusal);
    const within = await makeWayFor(dependencies, path);
    if (within === null) continue;
    const child = { kind: 'container', displayName, jobId: null, within } as const;
    const reserved = await onEntry(dependencies, intent, { type: 'ReserveChild', path, ...child });
    // Nothing is written where the parent that was found has gone, and another is there.
    if (!reserved.ok || reserved.value.length > 0) return ended(dependencies, reserved, path);
  }
};
