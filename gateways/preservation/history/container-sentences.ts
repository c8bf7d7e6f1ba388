import type { ContainerFact } from '../../../events/container.js';
import type { Sentences } from './sentences.js';

/** What happened to a container. */
export const containerSentences: Sentences<ContainerFact> = {
  ContainerCreated: (_data, by) => `${by} created the container.`,
  ChildReserved: ({ name, kind, jobId }, by) => {
    if (kind === 'container') return `${by} created the container ${name} in it.`;
    return jobId === null
      ? `${by} adopted the archival group ${name} in it.`
      : `Import job ${jobId} reserved the name ${name} for an archival group.`;
  },
  ChildConfirmed: ({ name }) => `The archival group ${name} was published in it.`,
  ChildReservationReleased: ({ name, jobId }) =>
    `The name ${name} became free again, since import job ${jobId} failed.`,
  ContainerDeleted: ({ purge }, by) => `${by} deleted the container${purge ? ' and purged it' : ''}.`,
  ChildTombstoned: ({ name }, by) => `${by} deleted the container ${name} in it; the name stays taken.`,
  ChildPurged: ({ name }, by) => `${by} purged the container ${name} in it; the name is free again.`,
};
