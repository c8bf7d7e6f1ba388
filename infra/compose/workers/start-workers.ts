import type { SharedRecords } from '../../../flow/shared-records.js';
import type { ReadModels } from '../../../projections/read-models.js';
import { scheduledArchiving, type ArchiveSchedule } from '../../../workers/archiver/archive-schedule.js';
import { archivingJobs } from '../../../workers/archiver/archiver.js';
import { groupAnnouncer, importAnnouncer } from '../../../workers/announcer.js';
import { entryMover } from '../../../workers/entry-mover.js';
import type { Follower } from '../../../workers/follow.js';
import { exportJobs } from '../../../workers/exporter/exporter.js';
import type { JobKind } from '../../../workers/job-kind.js';
import { importJobs } from '../../../workers/importer/importer.js';
import { sweeper } from '../../../workers/importer/sweeper.js';
import { lateSweeper } from '../../../workers/late-sweeper.js';
import { relay } from '../../../workers/relay.js';
import type { Role } from '../../config/roles.js';
import type { openPipeline } from './pipeline.js';
import { pipelineJobs } from '../../../workers/pipeline/pipeline.js';
import { platformJobs } from '../../../workers/platform-jobs/platform-jobs.js';
import type { CarryOut } from '../../../workers/platform-jobs/work-platform-job.js';
import type { Broker } from './broker.js';
import { readProgressFrom } from '../process/read-progress.js';
import { continueProcess } from '../../../commands/processes/continue-process.js';
import { unfinishedProcesses } from '../../../commands/processes/unfinished-processes.js';
import { JobRunner } from '../../../workers/job-runner.js';
import { staleRunEnder } from '../../../workers/stale-run-ender.js';
import { processManager, type Processes } from '../../../workers/process-manager.js';
import type { Singletons, WorkerParts } from './singletons.js';

/** What the background work of a process uses. */
export interface WorkerOptions extends WorkerParts {
  readonly roles: readonly Role[];
  readonly records: SharedRecords;
  readonly views: ReadModels;
  readonly broker: Broker;
  readonly singletons: Singletons;
  /** `everyMs` is 0 where the archiver works only on request. */
  readonly archiving: ArchiveSchedule;
  readonly jobs: Readonly<{ slots: number; agentJobs: number }>;
  /** After how long without any progress a pipeline run is ended, in milliseconds. */
  readonly pipeline: Readonly<{ staleMs: number }>;
  /** Opens what pipeline runs use; called once, in a process with their role. */
  readonly openPipeline: () => ReturnType<typeof openPipeline>;
  /** Does what the jobs of the platform are for. */
  readonly carryOut: CarryOut;
}

/** Opens a follower for one run of the relay, with a publisher that is closed with it. */
const runRelay = async ({ dependencies, records, broker, identity, log }: WorkerOptions): Promise<Follower> => {
  const { publisher, close } = broker.openPublisher();
  const follower = await relay({ events: dependencies.events, records, publisher, identity, log }).catch(
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

/** The kinds of jobs that the roles of this process work. */
const kindsOf = async (working: WorkerOptions): Promise<readonly JobKind[]> => {
  const { roles } = working;
  return [
    ...(roles.includes('importer') ? [importJobs(working)] : []),
    ...(roles.includes('exporter') ? [exportJobs(working)] : []),
    ...(roles.includes('pipeline') ? [pipelineJobs({ ...(await working.openPipeline()), ...working })] : []),
    ...(roles.includes('archiver') ? [archivingJobs(working)] : []),
    ...(roles.includes('steward') ? [platformJobs(working)] : []),
  ];
};

/** What is asked of the job runner whatever its jobs are. */
export type AnyJobRunner = Pick<JobRunner, 'idle'>;

/** Opens the job runner of this process, with its listener. */
const openJobRunner = async (working: WorkerOptions): Promise<JobRunner> => {
  const { views, broker, presence, log, jobs, takeoverMs, disposal } = working;
  const queue = { ...views.jobs, state: views.jobsState, reached: views.jobsReached };
  const runner = disposal.keep(
    'job runner',
    new JobRunner({
      ...{ kinds: await kindsOf(working), queue, presence, log, ...jobs },
      ...(takeoverMs === 0 ? {} : { takeOverEveryMs: takeoverMs / 2 }),
    }),
    (it) => it.stop(),
  );
  const listening = await runner.listen(broker.listener);
  disposal.keep('listener', listening, async (it) => {
    await it?.[Symbol.asyncDispose]();
  });
  return runner;
};

const scheduleArchiving = async (working: WorkerOptions): Promise<void> => {
  const { dependencies, views, singletons, archiving: schedule, log } = working;
  if (schedule.everyMs === 0) return;
  const archivable = views.archivableDeposits;
  await singletons.runDelayed('archive-schedule', () =>
    Promise.resolve(scheduledArchiving({ dependencies, archivable, schedule, log })),
  );
};

/**
 * Starts the background work of this process's roles: the jobs of their kinds, relay, process manager, announcers,
 * sweepers, the schedule of archiving, and what ends stale pipeline runs. Answers the job runner.
 */
export const startWorkers = async (working: WorkerOptions): Promise<AnyJobRunner> => {
  const { roles, dependencies, records, views, singletons, pipeline, identity, log } = working;
  const { events } = dependencies;
  const jobRunner = await openJobRunner(working);
  if (roles.includes('archiver')) await scheduleArchiving(working);
  if (roles.includes('relay')) await singletons.run('relay', () => runRelay(working));
  if (roles.includes('steward')) {
    const processes: Processes = {
      continueFrom: (fact) => continueProcess(dependencies, fact),
      unfinished: unfinishedProcesses,
    };
    const settle = (): Promise<Follower> => processManager({ events, records, processes, identity, log });
    await singletons.run('steward', settle);
    await singletons.runDelayed('entry-mover', () => Promise.resolve(entryMover({ dependencies, records, log })));
    await singletons.run('announcer', () => importAnnouncer({ dependencies, log }));
    await singletons.run('group-announcer', () => groupAnnouncer({ dependencies, log }));
    await singletons.run('sweeper', () => sweeper({ dependencies, records, identity, log }));
    await singletons.runDelayed('late-sweeper', () => lateSweeper({ dependencies, records, identity, log }));
    const holderOf = async (runId: string): Promise<string | null> => (await views.jobs.job(runId))?.holder ?? null;
    const judged = { runs: views.pipelineRuns, readProgress: readProgressFrom(records), holderOf };
    const ending = { dependencies, ...judged, staleMs: pipeline.staleMs, log };
    await singletons.runDelayed('stale-run-ender', () => Promise.resolve(staleRunEnder(ending)));
  }
  return jobRunner;
};
