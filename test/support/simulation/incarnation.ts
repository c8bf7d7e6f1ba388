import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { Broker } from '../../../infra/compose/workers/broker.js';
import { DisposalStack } from '../../../infra/compose/process/disposal-stack.js';
import type { Ports } from '../../../infra/compose/stores/stores.js';
import { startWorkers } from '../../../infra/compose/workers/start-workers.js';
import { openViews } from '../../../infra/compose/workers/views.js';
import type { NamedLog } from '../../../infra/log/logger.js';
import { prepareRepository } from '../../../workers/prepare-repository.js';
import { dependenciesIn } from './world.js';
import { ownSingletons, sharedSingletons } from '../../../infra/compose/workers/singletons.js';
import { heartbeatTimes } from '../../../flow/lease/heartbeat-times.js';
import type { ProcessIdentity } from '../../../workers/presence/process-identity.js';
import { openPresence } from '../../../workers/presence/presence.js';

const DEFAULT_TAKEOVER_MS = 7_000;
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
  const dependencies = dependenciesIn(ports, now);
  const { events, documents, records } = ports;
  const disposal = new DisposalStack(); // which nobody closes: this process ends as it must
  const identity: ProcessIdentity = {
    holder,
    producer: 'test',
    now,
    hasEnded: (other) => takeoverMs === 0 && other !== holder,
  };
  const times = heartbeatTimes(takeoverMs === 0 ? DEFAULT_TAKEOVER_MS : takeoverMs);
  const presence = openPresence({ records, identity, roles: ROLES, times, log });
  await prepareRepository(dependencies);
  const views = openViews({ events, documents, runsProjectors: true, presence, log, disposal }).models;
  const held = { dependencies, records, identity, presence, log, takeoverMs, disposal };
  const singletons = takeoverMs === 0 ? ownSingletons(held) : sharedSingletons(held);
  const archiving = { everyMs: 0, olderThan: { months: 6, days: 0 }, batch: 25 };
  const jobs = { slots: 2, agentJobs: 0 };
  const pipeline = { staleMs: 86_400_000 };
  const openPipeline = (): never => {
    throw new Error('no role of a simulated process runs the pipeline');
  };
  const carryOut = (): never => {
    throw new Error('nobody asks a simulated process for an audit, an adoption or a rebuild');
  };
  const opening = { views, broker, singletons, jobs, archiving, pipeline, openPipeline, carryOut };
  await startWorkers({ roles: ROLES, ...opening, ...held });
  return dependencies;
};
