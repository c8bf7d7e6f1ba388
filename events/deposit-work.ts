import type { DepositFact, DepositTemplate } from './deposit.js';
import type { PipelineCounts } from './pipeline-run.js';

/** A job of a deposit that has not ended; `since` is UTC, with seven fractional digits. */
export interface JobUnderWay {
  readonly jobId: string;
  readonly kind: 'import' | 'export' | 'pipelineRun' | 'archiving';
  readonly since: string;
}

/** What the last run that counted anything found, in numbers of files; null where it did not count them. */
export interface LastRun {
  readonly runId: string;
  readonly finished: string;
  readonly infected: number;
  readonly notScanned: number | null;
  readonly unidentified: number;
  readonly failed: number;
  /** Files that differ from the METS, and that are in the workspace only, when the run ended. */
  readonly differing: number | null;
  readonly unrecorded: number | null;
}

/** What is done with a deposit, and what was found in it. */
export interface DepositWork {
  readonly layout: DepositTemplate;
  /** Those that have not ended, the last one last. */
  readonly jobs: readonly JobUnderWay[];
  readonly lastRun: LastRun | null;
}

export const NO_WORK: DepositWork = { layout: 'None', jobs: [], lastRun: null };

const lastRunOf = (runId: string, finished: string, counts: PipelineCounts): LastRun => {
  const { infected, unidentified, failed, notScanned, differing = null, unrecorded = null } = counts;
  const told = { infected, notScanned: notScanned?.files ?? null, unidentified, failed };
  return { runId, finished, ...told, differing, unrecorded };
};

const begun = (work: DepositWork, job: JobUnderWay): DepositWork => ({
  ...work,
  jobs: [...without(work, job.jobId), job],
});

const without = ({ jobs }: DepositWork, ended: string): readonly JobUnderWay[] =>
  jobs.filter(({ jobId }) => jobId !== ended);

const endedIn = (work: DepositWork, jobId: string): DepositWork => ({ ...work, jobs: without(work, jobId) });

const jobChange = (work: DepositWork, fact: DepositFact): DepositWork => {
  switch (fact.type) {
    case 'ImportJobAccepted':
      return begun(work, { jobId: fact.data.jobId, kind: 'import', since: fact.data.at });
    case 'DepositExportStarted':
      return begun(work, { jobId: fact.data.exportId, kind: 'export', since: fact.data.at });
    case 'DepositArchivingBegun':
      return begun(work, { jobId: fact.data.jobId, kind: 'archiving', since: fact.data.at });
    case 'ImportJobDeclined':
    case 'ImportJobSettled':
    case 'DepositArchivingFailed':
    case 'DepositArchived':
      return endedIn(work, fact.data.jobId);
    case 'DepositFilesArrived':
      return endedIn(work, fact.data.exportId);
    default:
      return work;
  }
};

/** The same after a fact, of a deposit that exists. */
export const evolveWork = (work: DepositWork, fact: DepositFact): DepositWork => {
  switch (fact.type) {
    case 'DepositCreated':
      return { layout: fact.data.template, jobs: [], lastRun: null };
    case 'PipelineRunQueued':
      return begun(work, { jobId: fact.data.runId, kind: 'pipelineRun', since: fact.data.at });
    case 'PipelineRunFailed':
    case 'PipelineRunForceCompleted':
      return endedIn(work, fact.data.runId);
    case 'PipelineRunCompleted': {
      const { runId, at, counts } = fact.data;
      const ended = endedIn(work, runId);
      return counts === null ? ended : { ...ended, lastRun: lastRunOf(runId, at, counts) };
    }
    default:
      return jobChange(work, fact);
  }
};
