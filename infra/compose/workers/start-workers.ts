import { continueFrom } from '../../../commands/processes/continue.js';
import type { Services } from '../../../commands/core/services.js';
import type { ReadModels } from '../../../projections/read-models.js';
import { announcer } from '../../../workers/announcer.js';
import { openDesk, type Desk } from '../../../workers/desk.js';
import type { Follower } from '../../../workers/follow.js';
import { importing, listenForImports } from '../../../workers/importer/importer.js';
import type { ImportTask } from '../../../workers/importer/import-task.js';
import { sweeper } from '../../../workers/importer/sweeper.js';
import { lateSweeper } from '../../../workers/late-sweeper.js';
import { leaseTimes } from '../../../workers/lease.js';
import type { Log } from '../../../workers/log.js';
import type { Identity } from '../../../workers/platform-fact.js';
import { relay } from '../../../workers/relay.js';
import { steward } from '../../../workers/steward.js';
import type { Role } from '../../config/roles.js';
import type { Broker } from './broker.js';
import type { Offices } from './offices.js';
import type { Parts } from '../disposal-stack.js';

const JOBS_AT_ONCE = 2;

/** What the background work of a process rests on. */
export interface Working {
  readonly roles: readonly Role[];
  readonly services: Services;
  readonly views: ReadModels;
  readonly broker: Broker;
  readonly offices: Offices;
  readonly identity: Identity;
  readonly log: Log;
  /** 0 where every other holder of a lease is known to be dead. */
  readonly takeoverMs: number;
  readonly parts: Parts;
}

/** Resolves as a follower for one term of the relay, whose publisher goes with it. */
const relayTerm = async ({ services, broker, identity, log }: Working): Promise<Follower> => {
  const { publisher, close } = broker.openPublisher();
  const follower = await relay({ events: services.events, publisher, identity, log }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    ...follower,
    stop: async () => {
      await Promise.all([follower.stop(), close()]);
    },
  };
};

const openImporter = async (working: Working): Promise<Desk<ImportTask>> => {
  const { services, views, broker, identity, log, takeoverMs, parts } = working;
  const desk = parts.keep(
    'desk',
    openDesk({
      trade: importing({ services, identity, log, claimable: () => views.jobResults.claimable() }),
      events: services.events,
      identity,
      log,
      slots: JOBS_AT_ONCE,
      ...(takeoverMs === 0 ? { takeoverAfterMs: 0 } : leaseTimes(takeoverMs)),
      ...(takeoverMs === 0 ? {} : { scanEveryMs: takeoverMs / 2 }),
    }),
    (it) => it.stop(),
  );
  parts.keep('listener', await listenForImports(broker.listener, desk), async (it) => {
    await it[Symbol.asyncDispose]();
  });
  return desk;
};

/**
 * Starts what works without being asked, as far as the roles of this process go: relay, steward, announcer and sweepers,
 * and the desk of the importer, which is null without that role.
 */
export const startWorkers = async (working: Working): Promise<Desk<ImportTask> | null> => {
  const { roles, services, offices, identity, log } = working;
  const { events } = services;
  const desk = roles.includes('importer') ? await openImporter(working) : null;
  if (roles.includes('relay')) await offices.keep('relay', () => relayTerm(working));
  if (roles.includes('steward')) {
    const settle = (): Promise<Follower> =>
      steward({ events, continueFrom: (fact) => continueFrom(services, fact), identity, log });
    await offices.keep('steward', settle);
    await offices.keep('announcer', () => announcer({ services, log }));
    await offices.keep('sweeper', () => sweeper({ services, identity, log }));
    await offices.keepDistant('late-sweeper', () => lateSweeper({ services, identity, log }));
  }
  return desk;
};
