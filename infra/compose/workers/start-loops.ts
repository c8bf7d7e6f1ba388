import { heartbeatTimes } from '../../../flow/lease/heartbeat-times.js';
import { openPresence, type Presence } from '../../../workers/presence/presence.js';
import { identityOf } from '../process/process-identity.js';
import type { ProcessParts } from '../process/process-parts.js';
import type { Stores } from '../stores/stores.js';
import { openBroker } from './broker.js';
import { openPipeline } from './pipeline.js';
import { carryOutWith } from './platform-jobs.js';
import { ownSingletons, sharedSingletons } from './singletons.js';
import { startWorkers } from './start-workers.js';
import { keepViewChecks } from './view-checks.js';
import { openViews } from './views.js';

/** What the loops of a process use. */
interface LoopParts extends Pick<
  ProcessParts,
  'config' | 'dependencies' | 'disposal' | 'events' | 'documents' | 'records' | 'metrics' | 'openScratch' | 'log'
> {
  readonly stores: Stores;
}

/** Makes this process known to the others until everything else of it has ended. */
const enter = ({ config, stores, dependencies, records, disposal, log }: LoopParts) => {
  const { processName: name, roles, servers, takeoverMs } = config;
  const identity = identityOf(dependencies, { lock: stores.lock, name, isAlone: servers.eventStore === null });
  const times = heartbeatTimes(takeoverMs);
  const opened: Presence = openPresence({ records, identity, roles, times, log: log('presence') });
  return { identity, presence: disposal.keep('presence', opened, (it) => it.leave()) };
};

/** Starts what this process does by itself: projectors, broker, and the workers of its roles. */
export const startLoops = async (parts: LoopParts) => {
  const { config, events, documents, records, log } = parts;
  const { roles, servers, jobs, archiving, pipeline } = config;
  /** 0 where the log is a file of this process: no other process is running then. */
  const takeoverMs = servers.eventStore === null ? 0 : config.takeoverMs;
  const keeps = roles.includes('projector');
  const held = { ...parts, ...enter(parts), takeoverMs };
  const views = openViews({ ...held, runsProjectors: keeps, log: log('projections') });
  const broker = await openBroker(parts);
  const holding = { ...held, log: log('workers') };
  const singletons = takeoverMs === 0 ? ownSingletons(holding) : sharedSingletons(holding);
  const working = { ...holding, roles, jobs, archiving, pipeline, views: views.models, broker, singletons };
  const jobRunner = await startWorkers({
    ...working,
    openPipeline: () => openPipeline(parts),
    carryOut: carryOutWith(parts),
  });
  const checking = { events, documents, records, log: log('projections'), everyMs: config.viewCheckMs };
  const viewChecker = keeps ? await keepViewChecks(checking, singletons) : null;
  return { keeps, views, broker, singletons, jobRunner, viewChecker };
};
