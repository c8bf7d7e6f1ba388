import type { ProcessParts } from '../process/process-parts.js';
import type { Stores } from '../stores/stores.js';
import { openBroker } from './broker.js';
import { openPipeline } from './pipeline.js';
import { identityOf, ownSingletons, sharedSingletons } from './singletons.js';
import { startWorkers } from './start-workers.js';
import { keepViewChecks } from './view-checks.js';
import { openViews } from './views.js';

/** What the loops of a process use. */
interface LoopParts extends Pick<
  ProcessParts,
  'config' | 'dependencies' | 'disposal' | 'events' | 'documents' | 'metrics' | 'openScratch' | 'log'
> {
  readonly stores: Stores;
}

/** Starts what this process does by itself: projectors, broker, and the workers of its roles. */
export const startLoops = async (parts: LoopParts) => {
  const { config, stores, dependencies, events, documents, log } = parts;
  const { roles, servers, archiving, pipeline } = config;
  /** 0 where the log is a file of this process: no other process is running then. */
  const takeoverMs = servers.eventStore === null ? 0 : config.takeoverMs;
  const identity = identityOf(dependencies, stores.lock);
  const keeps = roles.includes('projector');
  const held = { ...parts, identity, takeoverMs };
  const views = openViews({ ...held, runsProjectors: keeps, log: log('projections') });
  const broker = await openBroker(parts);
  const holding = { ...held, log: log('workers') };
  const singletons = takeoverMs === 0 ? ownSingletons(holding) : sharedSingletons(holding);
  const working = { ...holding, roles, archiving, pipeline, views: views.models, broker, singletons };
  const jobRunners = await startWorkers({ ...working, openPipeline: () => openPipeline(parts) });
  const checking = { events, documents, log: log('projections'), everyMs: config.viewCheckMs };
  const viewChecker = keeps ? await keepViewChecks(checking, singletons) : null;
  return { keeps, views, broker, singletons, jobRunners, viewChecker };
};
