import type { ArchivalGroupFact } from '../events/archival-group.js';
import { lastName, parentOf } from '../formats/paths/repository-path.js';
import { onContainer } from './families.js';
import { stepOf, type Happened, type Services } from './services.js';

type Recording = Pick<Services, 'events' | 'producer'>;

/** The first version is there: the group stands in its container. */
export const finishAdopted = async (
  services: Recording,
  fact: Happened<Extract<ArchivalGroupFact, { type: 'VersionAdopted' }>>,
): Promise<void> => {
  const { path, version, at } = fact.data;
  if (version !== 1) return;
  const by = fact.metadata.actor.agent;
  const child = { path: parentOf(path) ?? '', name: lastName(path), jobId: null, by, at };
  await onContainer(services, stepOf(fact, 'confirm'), { type: 'ConfirmChild', ...child });
};
