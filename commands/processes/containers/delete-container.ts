import type { ContainerFact } from '../../../events/container.js';
import { lastName, parentOf, type RepositoryPath } from '../../../formats/paths/repository-path.js';
import { refused } from '../../../flow/result.js';
import { notDeletable } from '../../container/deletion.js';
import { earlierOnContainer, onContainer } from '../../container/container-stream.js';
import type { Entry } from '../../container/state.js';
import { digestOf, type StreamFact, type Intent } from '../../core/intent.js';
import { written, type CommandResult, type WriteSuccess, refuse, type Refusal, latest } from '../../core/decider.js';
import type { Dependencies } from '../../core/dependencies.js';
import { goneText, kindAt, type Place } from '../../reads/kind-at.js';
import { objectRefusal } from '../../reads/object-mismatch.js';
import { readHeadOfGroup } from '../../reads/read-group.js';
import { finishContainerDeletion, finishDeletionAt } from './container-deletion.js';
import { finishCreationAt } from './create-container.js';
import { typeInGroup } from '../groups/group-choice.js';

/** What is to be deleted; `purge` frees the name, of a container or of its tombstone. */
export interface UnwantedContainer {
  readonly path: RepositoryPath;
  readonly purge: boolean;
}

type DeleteDependencies = Pick<Dependencies, 'events' | 'bytes' | 'places' | 'producer'>;

/** The end of one attempt: done, refused, or null where another process changed the place meanwhile. */
type Attempt = CommandResult<null> | null;

const notFound = (path: RepositoryPath): Refusal => refuse('resource-not-found', `There is no resource at ${path}`);
const notAContainer = (): Refusal =>
  refuse('not-a-container', 'Attempted to delete a resource that is not a Container');
const alreadyTombstone = (path: RepositoryPath): Refusal => ({
  ...refuse('already-tombstone', 'Already a tombstone but purge flag not set'),
  advice: `${goneText(path)}. It can be purged with purge=true.`,
});

const BY_IMPORT = 'What is in an archival group is deleted by an import job.';

/** Why something inside an archival group is not deleted, whatever it is. */
const insideRefusal = async (
  dependencies: DeleteDependencies,
  group: RepositoryPath,
  { path, purge }: UnwantedContainer,
): Promise<Refusal> => {
  const notAsRecorded = await objectRefusal(dependencies, group);
  if (notAsRecorded !== null) return notAsRecorded;
  const head = await readHeadOfGroup(dependencies, group);
  switch (typeInGroup(head?.state ?? null, path.slice(group.length + 1))) {
    case 'Binary':
      return notAContainer();
    case 'Tombstone':
      return purge
        ? notDeletable('The versions of an archival group keep what was deleted from it.')
        : alreadyTombstone(path);
    case 'Container':
      return notDeletable(BY_IMPORT);
    case null:
      return notFound(path);
  }
};

const deleteLiving = async (
  dependencies: DeleteDependencies,
  intent: Intent,
  { path, purge }: UnwantedContainer,
  { reservedAt }: Entry,
): Promise<Attempt> => {
  await finishCreationAt(dependencies, path);
  const reservation = Number(reservedAt);
  const command = { type: 'DeleteContainer', path, reservation, purge } as const;
  const deleted = await onContainer(dependencies, intent, command);
  if (!deleted.ok) return deleted;
  const [fact] = deleted.value;
  return fact?.type === 'ContainerDeleted' ? finished(dependencies, deleted) : null;
};

const purgeTombstone = async (
  dependencies: DeleteDependencies,
  intent: Intent,
  { path, purge }: UnwantedContainer,
  { reservedAt }: Entry,
): Promise<Attempt> => {
  if (!purge) return refused(alreadyTombstone(path));
  await finishDeletionAt(dependencies, path);
  const child = { path: parentOf(path) ?? '', name: lastName(path), reservation: Number(reservedAt) };
  const purged = await onContainer(dependencies, intent, { type: 'PurgeTombstone', ...child });
  if (!purged.ok) return purged;
  return purged.value.length === 0 ? null : written(null, purged.position);
};

const attempt = async (
  dependencies: DeleteDependencies,
  intent: Intent,
  unwanted: UnwantedContainer,
  place: Place,
): Promise<Attempt> => {
  switch (place.kind) {
    case 'root':
      return refused(notAContainer());
    case 'archivalGroup':
      // A group that an import is about to create is not there yet.
      return refused(place.entry.confirmed ? notAContainer() : notFound(unwanted.path));
    case 'inside':
      return refused(await insideRefusal(dependencies, place.group, unwanted));
    case 'container':
      return deleteLiving(dependencies, intent, unwanted, place.entry);
    case 'tombstone':
      return purgeTombstone(dependencies, intent, unwanted, place.entry);
    case 'belowTombstone':
      if (place.entry === null) return refused(notFound(unwanted.path));
      return purgeTombstone(dependencies, intent, unwanted, place.entry);
    case 'free':
    case 'orphaned':
      return refused(notFound(unwanted.path));
  }
};

/** What an earlier attempt of this request has deleted or purged, with its remaining step carried out. */
const earlier = async (
  dependencies: DeleteDependencies,
  intent: Intent,
  path: RepositoryPath,
): Promise<CommandResult<null> | null> => {
  const found =
    (await earlierOnContainer(dependencies, intent, path)) ??
    (await earlierOnContainer(dependencies, intent, parentOf(path) ?? ''));
  return found === null || !found.ok ? found : finished(dependencies, found);
};

const finished = async (
  dependencies: DeleteDependencies,
  result: WriteSuccess<readonly StreamFact<ContainerFact>[]>,
): Promise<CommandResult<null>> => {
  const [fact] = result.value;
  const ended = fact?.type === 'ContainerDeleted' ? await finishContainerDeletion(dependencies, fact) : null;
  return written(null, latest(result, ended));
};

/**
 * Deletes an empty container outside of archival groups, or purges its tombstone (companion 3.1). `ContainerDeleted` in
 * the container's own stream is the commit point, so that nothing can be created in it any more; its parent follows. A
 * repeat with the same command id changes nothing, whatever is at the path since.
 */
export const deleteContainer = async (
  dependencies: DeleteDependencies,
  request: Intent,
  unwanted: UnwantedContainer,
): Promise<CommandResult<null>> => {
  const { path, purge } = unwanted;
  const intent = { ...request, requestSha256: digestOf({ purge }) };
  const before = await earlier(dependencies, intent, path);
  if (before !== null) return before;
  for (;;) {
    const ended = await attempt(dependencies, intent, unwanted, await kindAt(dependencies.events, path));
    if (ended !== null) return ended;
  }
};
