import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { Config } from '../../config/config.js';
import type { NamedLog } from '../../log/logger.js';
import type { Metrics } from '../../metrics/metrics.js';
import type { DisposalStack } from '../disposal-stack.js';
import type { OpenScratch } from '../scratch-folder.js';
import type { Ports, Stores } from '../stores/stores.js';
import { openBroker } from './broker.js';
import { openPipeline } from './pipeline.js';
import { identityOf, ownSingletons, sharedSingletons } from './singletons.js';
import { startWorkers } from './start-workers.js';
import { keepViewChecks } from './view-checks.js';
import { openViews } from './views.js';

/** What the loops of a process use. */
export interface Loops {
  readonly config: Config;
  readonly dependencies: Dependencies;
  readonly disposal: DisposalStack;
  readonly stores: Stores;
  readonly documents: Ports['documents'];
  readonly metrics: Metrics;
  readonly openScratch: OpenScratch;
  readonly log: (subsystem: string) => NamedLog;
}

/** Starts what this process does by itself: projectors, broker, and the workers of its roles. */
export const startLoops = async (loops: Loops) => {
  const { config, stores, dependencies, documents, metrics, openScratch, log, disposal } = loops;
  const { roles, servers, archiving, pipeline } = config;
  const { events } = dependencies;
  /** 0 where the log is a file of this process: no other process is running then. */
  const takeoverMs = servers.eventStore === null ? 0 : config.takeoverMs;
  const identity = identityOf(dependencies, stores.lock);
  const keeps = roles.includes('projector');
  const writing = { events, documents, runsProjectors: keeps, identity, takeoverMs, log: log('projections'), disposal };
  const views = openViews(writing);
  const broker = await openBroker({ config, events, metrics, log: log('broker'), disposal });
  const holding = { dependencies, identity, log: log('workers'), takeoverMs, disposal, roles, archiving, pipeline };
  const singletons = takeoverMs === 0 ? ownSingletons(holding) : sharedSingletons(holding);
  const opened = { config, dependencies, engine: stores.engine, openScratch };
  const working = { ...holding, views: views.models, broker, singletons, openPipeline: () => openPipeline(opened) };
  const jobRunners = await startWorkers(working);
  const checking = { events, documents, log: log('projections'), everyMs: config.viewCheckMs };
  const viewChecker = keeps ? await keepViewChecks(checking, singletons) : null;
  return { keeps, views, broker, singletons, jobRunners, viewChecker };
};
