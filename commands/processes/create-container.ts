import type { ContainerFact } from '../../events/container.js';
import { lastName, parentOf, type RepositoryPath } from '../../formats/paths/repository-path.js';
import { TYPE_NAMES } from '../container/decider.js';
import { refuse, type Refusal } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import { askedBy, stepOf, type Intent } from '../core/intent.js';
import { written, type CommandResult } from '../core/command-result.js';
import type { Happened } from '../core/happened.js';
import { latest, type HandleResult } from '../core/handle.js';
import { onContainer } from '../container/on-container.js';
import { ancestorRefusal, kindAt, openContainer } from '../reads/kind-at.js';
import { containerStream } from '../core/stream-names.js';
import { refused } from '../../flow/result.js';

type EventDependencies = Pick<Dependencies, 'events' | 'producer'>;

export interface NewContainer {
  readonly path: RepositoryPath;
  readonly displayName: string | null;
}

/** The name that may not be used at the top of the repository (companion 3.1). */
const RESERVED = 'repository';

/** Refuses a path at or below the reserved name. */
export const reservedNameRefusal = (path: RepositoryPath): Refusal | null =>
  path === RESERVED || path.startsWith(`${RESERVED}/`)
    ? refuse('slug-reserved', `Invalid slug: ${RESERVED}; it is reserved at the top of the repository.`)
    : null;

const rootExists = (): Refusal => refuse('resource-exists', `Resource already exists at / (${TYPE_NAMES.container})`);

/** Creates the container's own stream, after its parent has recorded its entry. */
export const finishContainer = (
  dependencies: EventDependencies,
  fact: Happened<Extract<ContainerFact, { type: 'ChildReserved' }>>,
): Promise<HandleResult<ContainerFact>> => {
  const { path: parent, name, displayName, by, at } = fact.data;
  const path = parent === '' ? name : `${parent}/${name}`;
  return onContainer(dependencies, stepOf(fact, 'create'), { type: 'CreateContainer', path, displayName, by, at });
};

/** Creates the parent's own stream first, where only its entry was recorded. */
const finishParent = async (dependencies: EventDependencies, parent: RepositoryPath): Promise<void> => {
  if (parent === '' || (await openContainer(dependencies.events, parent)).created !== null) return;
  const place = await kindAt(dependencies.events, parent);
  if (place.kind !== 'container') return;
  const stream = containerStream(parentOf(parent) ?? '');
  const from = place.entry.reservedAt;
  for await (const fact of dependencies.events.read<ContainerFact>(stream, { from, limit: 1 })) {
    if (fact.type === 'ChildReserved') await finishContainer(dependencies, fact);
  }
};

/**
 * Creates a container. Its entry in the parent is the commit point; a repeat with the same command id changes nothing.
 */
export const createContainer = async (
  dependencies: EventDependencies,
  intent: Intent,
  { path, displayName }: NewContainer,
): Promise<CommandResult<NewContainer>> => {
  const parent = parentOf(path);
  if (parent === null) return refused(rootExists());
  const refusal = reservedNameRefusal(path) ?? ancestorRefusal(await kindAt(dependencies.events, path), path);
  if (refusal !== null) return refused(refusal);
  await finishParent(dependencies, parent);
  const reserved = await onContainer(dependencies, intent, {
    type: 'ReserveChild',
    path: parent,
    name: lastName(path),
    kind: 'container',
    displayName,
    jobId: null,
    ...askedBy(intent),
  });
  if (!reserved.ok) return reserved;
  const [fact] = reserved.value;
  const created = fact?.type === 'ChildReserved' ? await finishContainer(dependencies, fact) : null;
  return written({ path, displayName }, latest(reserved, created));
};
