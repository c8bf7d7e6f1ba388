import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { Broker } from '../../../infra/compose/workers/broker.js';
import { DisposalStack } from '../../../infra/compose/process/disposal-stack.js';
import type { Ports } from '../../../infra/compose/stores/stores.js';
import { startWorkers } from '../../../infra/compose/workers/start-workers.js';
import { openViews } from '../../../infra/compose/workers/views.js';
import type { NamedLog } from '../../../infra/log/logger.js';
import { prepareRepository } from '../../../workers/prepare-repository.js';
import { dependenciesOver } from './world.js';
import { ownSingletons, sharedSingletons } from '../../../infra/compose/workers/singletons.js';
import type { ProcessIdentity } from '../../../workers/platform-fact.js';

const ROLES = ['projector', 'relay', 'importer', 'exporter', 'steward'] as const;

export interface Incarnation {
  readonly ports: Ports;
  readonly broker: Broker;
  readonly holder: string;
  /** 0 where every earlier process is known to be dead. */
  readonly takeoverMs: number;
  readonly now: () => Date;
  readonly log: NamedLog;
}

/** Starts everything that a process of the platform does without being asked, wired as compose wires it. */
export const startIncarnation = async ({
  ports,
  broker,
  holder,
  takeoverMs,
  now,
  log,
}: Incarnation): Promise<Dependencies> => {
  const dependencies = dependenciesOver(ports, now);
  const { events, documents } = ports;
  const disposal = new DisposalStack(); // which nobody closes: this process ends as it must
  const identity: ProcessIdentity = { holder, producer: 'test', now };
  await prepareRepository(dependencies);
  const views = openViews({ events, documents, runsProjectors: true, identity, takeoverMs, log, disposal }).models;
  const held = { dependencies, identity, log, takeoverMs, disposal };
  const singletons = takeoverMs === 0 ? ownSingletons(held) : sharedSingletons(held);
  const archiving = { everyMs: 0, olderThan: { months: 6, days: 0 }, batch: 25 };
  const pipeline = { staleMs: 86_400_000 };
  const openPipeline = (): never => {
    throw new Error('no role of a simulated process runs the pipeline');
  };
  await startWorkers({ roles: ROLES, views, broker, singletons, archiving, pipeline, openPipeline, ...held });
  return dependencies;
};
