import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { ReadModels } from '../../../projections/read-models.js';
import { announcer } from '../../../workers/announcer.js';
import type { Follower } from '../../../workers/follow.js';
import { listenForImports, importJobs } from '../../../workers/importer/importer.js';
import type { ImportTask } from '../../../workers/importer/import-task.js';
import { sweeper } from '../../../workers/importer/sweeper.js';
import { lateSweeper } from '../../../workers/late-sweeper.js';
import { leaseTimes } from '../../../flow/lease/lease-times.js';
import type { Log } from '../../../workers/log.js';
import { relay } from '../../../workers/relay.js';
import type { Role } from '../../config/roles.js';
import type { Broker } from './broker.js';
import type { DisposalStack } from '../disposal-stack.js';
import { continueProcess } from '../../../commands/processes/continue-process.js';
import { JobRunner } from '../../../workers/job-runner.js';
import type { ProcessIdentity } from '../../../workers/platform-fact.js';
import { processManager } from '../../../workers/process-manager.js';
import type { Singletons } from './singletons.js';

const CONCURRENT_JOBS = 2;

/** What the background work of a process uses. */
export interface Working {
  readonly roles: readonly Role[];
  readonly dependencies: Dependencies;
  readonly views: ReadModels;
  readonly broker: Broker;
  readonly singletons: Singletons;
  readonly identity: ProcessIdentity;
  readonly log: Log;
  /** 0 where every other holder of a lease is known to have ended. */
  readonly takeoverMs: number;
  readonly disposal: DisposalStack;
}

/** Opens a follower for one run of the relay, with a publisher that is closed with it. */
const runRelay = async ({ dependencies, broker, identity, log }: Working): Promise<Follower> => {
  const { publisher, close } = broker.openPublisher();
  const follower = await relay({ events: dependencies.events, publisher, identity, log }).catch(
    async (error: unknown) => {
      await close();
      throw error;
    },
  );
  return {
    ...follower,
    stop: async () => {
      await Promise.all([follower.stop(), close()]);
    },
  };
};

const openImporter = async (working: Working): Promise<JobRunner<ImportTask>> => {
  const { dependencies, views, broker, identity, log, takeoverMs, disposal } = working;
  const jobRunner = disposal.keep(
    'job runner',
    new JobRunner({
      kind: importJobs({ dependencies, identity, log, claimable: () => views.jobResults.claimable() }),
      events: dependencies.events,
      identity,
      log,
      slots: CONCURRENT_JOBS,
      ...(takeoverMs === 0 ? { takeoverAfterMs: 0 } : leaseTimes(takeoverMs)),
      ...(takeoverMs === 0 ? {} : { scanEveryMs: takeoverMs / 2 }),
    }),
    (it) => it.stop(),
  );
  disposal.keep('listener', await listenForImports(broker.listener, jobRunner), async (it) => {
    await it[Symbol.asyncDispose]();
  });
  return jobRunner;
};

/**
 * Starts the background work of this process's roles: relay, process manager, announcer and sweepers. Answers the job
 * runner of the importer, null without that role.
 */
export const startWorkers = async (working: Working): Promise<JobRunner<ImportTask> | null> => {
  const { roles, dependencies, singletons, identity, log } = working;
  const { events } = dependencies;
  const jobRunner = roles.includes('importer') ? await openImporter(working) : null;
  if (roles.includes('relay')) await singletons.run('relay', () => runRelay(working));
  if (roles.includes('steward')) {
    const settle = (): Promise<Follower> =>
      processManager({ events, continueFrom: (fact) => continueProcess(dependencies, fact), identity, log });
    await singletons.run('steward', settle);
    await singletons.run('announcer', () => announcer({ dependencies, log }));
    await singletons.run('sweeper', () => sweeper({ dependencies, identity, log }));
    await singletons.runDelayed('late-sweeper', () => lateSweeper({ dependencies, identity, log }));
  }
  return jobRunner;
};
