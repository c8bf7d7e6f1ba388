import type { ContainerFact, MovedEntryFact } from '../../../../events/container.js';
import type { Sentences } from '../sentences.js';

/** What happened to a container. */
export const containerSentences: Sentences<ContainerFact | MovedEntryFact> = {
  ContainerCreated: (_data, by) => `${by} hat den Behälter angelegt.`,
  ChildReserved: ({ name, kind, jobId }, by) => {
    if (kind === 'container') return `${by} hat darin den Behälter ${name} angelegt.`;
    return jobId === null
      ? `${by} hat darin die Archivgruppe ${name} übernommen.`
      : `Der Import ${jobId} hat den Namen ${name} für eine Archivgruppe belegt.`;
  },
  ChildConfirmed: ({ name }) => `Die Archivgruppe ${name} ist darin erschienen.`,
  ChildReservationReleased: ({ name, jobId }) =>
    jobId === null
      ? `Der Name ${name} wurde wieder frei, weil der Behälter, in dem er lag, gelöscht worden war.`
      : `Der Name ${name} wurde wieder frei, weil der Import ${jobId} gescheitert ist.`,
  ContainerClosed: (_data, by) => `${by} hat begonnen, den Behälter zu löschen.`,
  ContainerReopened: () => 'Der Behälter wurde nicht gelöscht, weil etwas darin ist.',
  ContainerDeleted: ({ purge }, by) =>
    `${by} hat den Behälter gelöscht${purge ? ' und seine Adresse freigegeben' : ''}.`,
  ChildTombstoned: ({ name }, by) => `${by} hat darin den Behälter ${name} gelöscht; der Name bleibt belegt.`,
  ChildPurged: ({ name }, by) => `${by} hat darin die Adresse des Behälters ${name} freigegeben.`,
  ContainerEntriesMoving: () => 'Was darin ist, wird in die Form einer neueren Version der Plattform gebracht.',
  ChildEntryMoved: ({ name }) => `${name} wurde in die Form einer neueren Version der Plattform gebracht.`,
  ContainerEntriesMoved: () => 'Was darin ist, wurde in die Form einer neueren Version der Plattform gebracht.',
};
