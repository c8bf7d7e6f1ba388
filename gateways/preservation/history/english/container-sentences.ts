import type { ContainerFact, MovedEntryFact } from '../../../../events/container.js';
import type { Sentences } from '../sentences.js';

/** What happened to a container. */
export const containerSentences: Sentences<ContainerFact | MovedEntryFact> = {
  ContainerCreated: (_data, by) => `${by} created the container.`,
  ChildReserved: ({ name, kind, jobId }, by) => {
    if (kind === 'container') return `${by} created the container ${name} in it.`;
    return jobId === null
      ? `${by} adopted the archival group ${name} in it.`
      : `Import job ${jobId} reserved the name ${name} for an archival group.`;
  },
  ChildConfirmed: ({ name }) => `The archival group ${name} was published in it.`,
  ChildReservationReleased: ({ name, jobId }) =>
    jobId === null
      ? `The name ${name} became free again, since the container around it had been deleted.`
      : `The name ${name} became free again, since import job ${jobId} failed.`,
  ContainerClosed: (_data, by) => `${by} began to delete the container.`,
  ContainerReopened: () => 'The container was not deleted, since something is in it.',
  ContainerDeleted: ({ purge }, by) => `${by} deleted the container${purge ? ' and purged it' : ''}.`,
  ChildTombstoned: ({ name }, by) => `${by} deleted the container ${name} in it; the name stays taken.`,
  ChildPurged: ({ name }, by) => `${by} purged the container ${name} in it; the name is free again.`,
  ContainerEntriesMoving: () => 'What is in it is being moved to the form of a later version of the platform.',
  ChildEntryMoved: ({ name }) => `${name} was moved to the form of a later version of the platform.`,
  ContainerEntriesMoved: () => 'What is in it was moved to the form of a later version of the platform.',
};
