import { at, by, event, jobId } from './event.js';
import { flag, object, oneOf, orNull, text } from './shape.js';

const path = text('Repository path of the container; empty for the root.');
const name = text("Last segment of the child's path.");
const displayName = orNull(text('Display name.'));

/** The public events of containers, by name. */
export const containerEvents = {
  ContainerCreated: event('A container was created.', object({ path, displayName, by, at })),
  ChildReserved: event(
    'The name of a child was reserved. A container exists once it is created, an archival group once it is confirmed.',
    object({
      path,
      name,
      kind: oneOf('What the child is.', ['container', 'archivalGroup']),
      displayName,
      jobId: orNull(jobId),
      by,
      at,
    }),
  ),
  ChildConfirmed: event(
    'The first version of the archival group was published, or adopted (then there is no job).',
    object({ path, name, jobId: orNull(jobId), at }),
  ),
  ChildReservationReleased: event(
    'The container or archival group was not created, and its name is free again. Without a job it was a container, or a group to be adopted.',
    object({ path, name, jobId: orNull(jobId), at }),
  ),
  ContainerClosed: event(
    'A deletion of the container has begun: it looks whether anything is in it.',
    object({ path, purge: flag('Whether the name of the container is to be free again.'), by, at }),
  ),
  ContainerReopened: event(
    'The container is not deleted, since something is in it or is being created in it.',
    object({ path, by, at }),
  ),
  ContainerDeleted: event(
    'The empty container was deleted. A tombstone keeps its name in the parent, unless it was purged.',
    object({ path, purge: flag('Whether the name of the container is free again.'), by, at }),
  ),
  ChildTombstoned: event(
    'The container of that name was deleted. Its name stays taken until the tombstone is purged.',
    object({ path, name, by, at }),
  ),
  ChildPurged: event(
    'The container of that name, or its tombstone, was purged. The name is free again.',
    object({ path, name, by, at }),
  ),
};
