import type { ReadModels } from '../../../projections/read-models.js';
import { archiver, type ArchiveSchedule } from '../../../workers/archiver/archiver.js';
import { groupAnnouncer, importAnnouncer } from '../../../workers/announcer.js';
import type { Follower } from '../../../workers/follow.js';
import { exportJobs, listenForExports } from '../../../workers/exporter/exporter.js';
import type { ExportTask } from '../../../workers/exporter/export-task.js';
import type { FactListener } from '../../../workers/fact-listener.js';
import type { JobKind } from '../../../workers/job-kind.js';
import { listenForImports, importJobs } from '../../../workers/importer/importer.js';
import type { ImportTask } from '../../../workers/importer/import-task.js';
import { sweeper } from '../../../workers/importer/sweeper.js';
import { lateSweeper } from '../../../workers/late-sweeper.js';
import { leaseTimes } from '../../../flow/lease/lease-times.js';
import { relay } from '../../../workers/relay.js';
import type { Role } from '../../config/roles.js';
import type { openPipeline } from './pipeline.js';
import { listenForPipelineRuns, pipelineJobs } from '../../../workers/pipeline/pipeline.js';
import type { PipelineTask } from '../../../workers/pipeline/pipeline-task.js';
import type { Broker } from './broker.js';
import { continueProcess } from '../../../commands/processes/continue-process.js';
import { JobRunner } from '../../../workers/job-runner.js';
import { staleRunEnder } from '../../../workers/stale-run-ender.js';
import { processManager } from '../../../workers/process-manager.js';
import type { Singletons, WorkerParts } from './singletons.js';

const CONCURRENT_JOBS = 2;

/** What the background work of a process uses. */
export interface WorkerOptions extends WorkerParts {
  readonly roles: readonly Role[];
  readonly views: ReadModels;
  readonly broker: Broker;
  readonly singletons: Singletons;
  /** `everyMs` is 0 where the archiver works only on request. */
  readonly archiving: ArchiveSchedule;
  /** After how long without any progress a pipeline run is ended, in milliseconds. */
  readonly pipeline: Readonly<{ staleMs: number }>;
  /** Opens what pipeline runs use; called once, in a process with their role. */
  readonly openPipeline: () => ReturnType<typeof openPipeline>;
}

/** Opens a follower for one run of the relay, with a publisher that is closed with it. */
const runRelay = async ({ dependencies, broker, identity, log }: WorkerOptions): Promise<Follower> => {
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

/** Opens a job runner with its listener, for one kind of jobs. */
const openJobRunner = async <Job extends { readonly jobId: string }>(
  { dependencies, broker, identity, log, takeoverMs, disposal }: WorkerOptions,
  kind: JobKind<Job>,
  listen: (listener: FactListener, jobRunner: JobRunner<Job>) => Promise<AsyncDisposable>,
): Promise<JobRunner<Job>> => {
  const jobRunner = disposal.keep(
    'job runner',
    new JobRunner({
      kind,
      events: dependencies.events,
      identity,
      log,
      slots: CONCURRENT_JOBS,
      ...(takeoverMs === 0 ? { takeoverAfterMs: 0 } : leaseTimes(takeoverMs)),
      ...(takeoverMs === 0 ? {} : { scanEveryMs: takeoverMs / 2 }),
    }),
    (it) => it.stop(),
  );
  disposal.keep('listener', await listen(broker.listener, jobRunner), async (it) => {
    await it[Symbol.asyncDispose]();
  });
  return jobRunner;
};

const openImporter = (working: WorkerOptions): Promise<JobRunner<ImportTask>> => {
  const { dependencies, views, identity, log } = working;
  const claimable = () => views.jobResults.claimable();
  return openJobRunner(working, importJobs({ dependencies, identity, log, claimable }), listenForImports);
};

const openExporter = (working: WorkerOptions): Promise<JobRunner<ExportTask>> => {
  const { dependencies, views, identity, log } = working;
  const claimable = async (): Promise<ExportTask[]> =>
    (await views.unfinishedExports.claimable()).map(({ exportId, archivalGroup }) => ({
      jobId: exportId,
      archivalGroup,
    }));
  return openJobRunner(working, exportJobs({ dependencies, identity, log, claimable }), listenForExports);
};

/** What is asked of a job runner whatever its jobs are. */
export type AnyJobRunner = Pick<JobRunner<never>, 'wake' | 'idle'>;

const openPipelineRunner = async (working: WorkerOptions): Promise<JobRunner<PipelineTask>> => {
  const { dependencies, views, identity, log } = working;
  const claimable = async (): Promise<PipelineTask[]> =>
    (await views.pipelineRuns.claimable()).map(({ runId: jobId, depositId }) => ({ jobId, depositId }));
  const surroundings = await working.openPipeline();
  const kind = pipelineJobs({ ...surroundings, dependencies, identity, log, claimable });
  return openJobRunner(working, kind, listenForPipelineRuns);
};

const openArchiver = ({ dependencies, views, singletons, archiving, identity, log }: WorkerOptions): Promise<void> => {
  const schedule = archiving.everyMs === 0 ? null : archiving;
  const archivable = views.archivableDeposits;
  return singletons.runLong('archiver', () => archiver({ dependencies, archivable, schedule, identity, log }));
};

/**
 * Starts the background work of this process's roles: importer, exporter, pipeline, relay, process manager, announcers, sweepers,
 * archiver, and what ends stale pipeline runs. Answers the job runners.
 */
export const startWorkers = async (working: WorkerOptions): Promise<readonly AnyJobRunner[]> => {
  const { roles, dependencies, views, singletons, pipeline, identity, log } = working;
  const { events } = dependencies;
  const jobRunners: AnyJobRunner[] = [];
  if (roles.includes('importer')) jobRunners.push(await openImporter(working));
  if (roles.includes('exporter')) jobRunners.push(await openExporter(working));
  if (roles.includes('pipeline')) jobRunners.push(await openPipelineRunner(working));
  if (roles.includes('relay')) await singletons.run('relay', () => runRelay(working));
  if (roles.includes('steward')) {
    const settle = (): Promise<Follower> =>
      processManager({ events, continueFrom: (fact) => continueProcess(dependencies, fact), identity, log });
    await singletons.run('steward', settle);
    await singletons.run('announcer', () => importAnnouncer({ dependencies, log }));
    await singletons.run('group-announcer', () => groupAnnouncer({ dependencies, log }));
    await singletons.run('sweeper', () => sweeper({ dependencies, identity, log }));
    await singletons.runDelayed('late-sweeper', () => lateSweeper({ dependencies, identity, log }));
    const ending = { dependencies, runs: views.pipelineRuns, staleMs: pipeline.staleMs, log };
    await singletons.runDelayed('stale-run-ender', () => Promise.resolve(staleRunEnder(ending)));
  }
  if (roles.includes('archiver')) await openArchiver(working);
  return jobRunners;
};
