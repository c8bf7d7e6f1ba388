import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { continueFrom } from '../../commands/continue.js';
import type { Services } from '../../commands/services.js';
import type { ReadModels } from '../../projections/read-models.js';
import { openDesk, type Desk } from '../../workers/desk.js';
import type { Follower } from '../../workers/follow.js';
import { hearOfImports, importing } from '../../workers/importer/importer.js';
import type { ImportTask } from '../../workers/importer/import-task.js';
import { sweeper } from '../../workers/importer/sweeper.js';
import { lateSweeper } from '../../workers/late-sweeper.js';
import { relay } from '../../workers/relay.js';
import { steward } from '../../workers/steward.js';
import { inProcessBroker, type InProcessBroker } from '../embedded/broker/in-process-broker.js';
import type { NamedLog } from '../log/logger.js';
import type { Parts } from './parts.js';

const JOBS_AT_ONCE = 2;

export interface Workers {
  readonly broker: InProcessBroker;
  readonly desk: Desk<ImportTask>;
  readonly followers: readonly Follower[];
}

/** Starts everything that works without being asked: relay, steward, sweepers, and the desk of the importer. */
export const startWorkers = async (
  services: Services,
  views: ReadModels,
  log: NamedLog,
  parts: Parts,
): Promise<Workers> => {
  const { events, producer, now } = services;
  const identity = { holder: `${hostname()}:${process.pid}:${randomUUID()}`, producer, now };
  const broker = parts.keep(
    'broker',
    inProcessBroker({
      onParked: ({ group, fact, reason }) =>
        log.error('A fact was parked and needs a person', { group, fact: fact.id, stream: fact.stream, reason }),
    }),
    (it) => it.close(),
  );
  const desk = parts.keep(
    'desk',
    openDesk({
      trade: importing({ services, identity, log, claimable: () => views.jobResults.claimable() }),
      events,
      identity,
      log,
      slots: JOBS_AT_ONCE,
      takeoverAfterMs: 0, // the data folder is open to one process alone: every other holder is dead
    }),
    (it) => it.stop(),
  );
  await hearOfImports(broker, desk);
  const follow = async (follower: Promise<Follower>): Promise<Follower> => {
    const following = await follower;
    return parts.keep(following.name, following, (it) => it.stop());
  };
  const followers = [
    await follow(relay({ events, outbox: broker, identity, log })),
    await follow(steward({ events, continueFrom: (fact) => continueFrom(services, fact), identity, log })),
    await follow(sweeper({ services, identity, log })),
  ];
  await follow(lateSweeper({ services, identity, log })); // nobody waits for it: it keeps its distance
  return { broker, desk, followers };
};
