import type { RepositoryPath } from '../../../formats/paths/repository-path.js';
import { refused } from '../../../flow/result.js';
import { inTheWay, notDeletable } from '../../container/deletion.js';
import { earlierOnEntry, readEntry } from '../../container/entry-stream.js';
import { requireMoved } from '../../container/move-entries.js';
import { onEntry } from '../../container/on-entry.js';
import { containerIn, type Entry } from '../../container/state.js';
import type { Intent } from '../../core/intent.js';
import { written, type CommandResult, refuse, type Refusal, withoutValue } from '../../core/decider.js';
import type { Dependencies } from '../../core/dependencies.js';
import { goneText, kindAt, type Place } from '../../reads/kind-at.js';
import { objectRefusal } from '../../reads/object-mismatch.js';
import { readHeadOfGroup } from '../../reads/read-group.js';
import { closeContainer, deletionSha256, finishClosing, someChild } from './close-container.js';
import { finishCreationAt } from './create-container.js';
import { typeInGroup } from '../groups/group-choice.js';

/** What is to be deleted; `purge` frees the name, of a container or of its tombstone. */
export interface UnwantedContainer {
  readonly path: RepositoryPath;
  readonly purge: boolean;
}

type DeleteDependencies = Pick<Dependencies, 'events' | 'bytes' | 'places' | 'producer' | 'childrenAsOf'>;

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

/** How often a deletion begins again because something was being created in the container. */
const MOST_CLOSINGS = 5;

const deleteLiving = async (
  dependencies: DeleteDependencies,
  intent: Intent,
  { path, purge }: UnwantedContainer,
  closings: number,
): Promise<Attempt> => {
  await finishCreationAt(dependencies, path);
  const reservation = containerIn(path, await readEntry(dependencies.events, path));
  if (reservation === null) return null;
  // Most refusals end here, without a fact.
  const child = await someChild(dependencies, path, reservation);
  if (child !== null) return refused(inTheWay(child.path, child.entry));
  if (closings >= MOST_CLOSINGS) return refused(notDeletable('Something is being created in it.'));
  const closed = await closeContainer(dependencies, intent, { path, reservation, purge });
  const found = closed === null ? null : await finishClosing(dependencies, closed);
  return found === null ? null : refused(inTheWay(found.path, found.entry));
};

const purgeTombstone = async (
  dependencies: DeleteDependencies,
  intent: Intent,
  { path, purge }: UnwantedContainer,
  { reservation }: Entry,
): Promise<Attempt> => {
  if (!purge) return refused(alreadyTombstone(path));
  const purged = await onEntry(dependencies, intent, { type: 'PurgeTombstone', path, reservation });
  if (!purged.ok) return purged;
  return purged.value.length === 0 ? null : written(null, purged.position);
};

const attempt = async (
  dependencies: DeleteDependencies,
  intent: Intent,
  unwanted: UnwantedContainer & { readonly closings: number },
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
      return deleteLiving(dependencies, intent, unwanted, unwanted.closings);
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

/**
 * Deletes an empty container outside of archival groups, or purges its tombstone (companion 3.1): closes it, so that it
 * takes no child, looks for children, and records the deletion, which is the commit point. A repeat with the same command
 * id changes nothing, whatever is at the path since. Rejects with a transient fault where the children cannot be looked
 * for.
 */
export const deleteContainer = async (
  dependencies: DeleteDependencies,
  request: Intent,
  unwanted: UnwantedContainer,
): Promise<CommandResult<null>> => {
  const { path, purge } = unwanted;
  const intent = { ...request, requestSha256: deletionSha256(purge) };
  await requireMoved(dependencies, intent, path);
  for (let closings = 0; ; closings++) {
    const earlier = await earlierOnEntry(dependencies, intent, path);
    if (earlier !== null) return withoutValue(earlier);
    const place = await kindAt(dependencies.events, path);
    const ended = await attempt(dependencies, intent, { ...unwanted, closings }, place);
    if (ended !== null) return ended;
  }
};
