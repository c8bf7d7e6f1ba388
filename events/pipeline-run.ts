import type { Fact } from './envelope.js';

/** How many files a run identified as one format. */
export interface PipelineFormatCount {
  /** PRONOM key such as `fmt/43`. */
  readonly puid: string;
  readonly name: string | null;
  readonly files: number;
}

/** Files that were not scanned for viruses, or not to their end: how many, and the first by name. */
export interface UnscannedFiles {
  readonly files: number;
  readonly named: readonly { readonly path: string; readonly reason: string }[];
}

/** What a run of the pipeline found, in numbers of files. */
export interface PipelineCounts {
  readonly identified: number;
  readonly unidentified: number;
  readonly infected: number;
  /** Files that a tool could not read, or not to their end. */
  readonly failed: number;
  /** Of these, the files that the virus scanner could not; absent from runs before this was counted. */
  readonly notScanned?: UnscannedFiles;
  /**
   * Files that differ from the METS, and files that are in the workspace only, when the run ended; absent where they were
   * not counted.
   */
  readonly differing?: number;
  readonly unrecorded?: number;
  /** The most frequent formats, the most frequent first; what is missing of `identified` has other formats. */
  readonly formats: readonly PipelineFormatCount[];
}

/** The steps of a run, in their order. */
export const PIPELINE_STEPS = ['prepare', 'look', 'store', 'record'] as const;
export type PipelineStepName = (typeof PIPELINE_STEPS)[number];

/** A step of a run; times are UTC, with seven fractional digits. */
export interface PipelineStep {
  readonly step: PipelineStepName;
  readonly begun: string;
  readonly ended: string;
}

/** The findings of a run about single files, which lie in the store beside the workspace. */
export interface RecordedFindings {
  /** How many there are. */
  readonly rows: number;
  /** Of their index, in lower-case hex. */
  readonly sha256: string;
}

/** How a worker of the platform carried out a run; absent from runs of earlier software. */
export interface WorkOfRun {
  readonly steps?: readonly PipelineStep[];
  /** How long each tool worked, by its name. */
  readonly toolSeconds?: Readonly<Record<string, number>>;
  readonly findings?: RecordedFindings;
}

interface OfDeposit {
  readonly depositId: string;
  readonly runId: string;
  /** Agent name. */
  readonly by: string;
  /** UTC, seven fractional digits. */
  readonly at: string;
}

interface FinalOfDeposit extends OfDeposit {
  /** The holder of the lock of the deposit, which this fact releases; null where it was not locked. */
  readonly released: string | null;
}

/** Facts of `deposit-<id>` about its pipeline runs (preservation 3.3). After a final one the run never changes. */
export type DepositPipelineFact =
  /**
   * The run waits for a worker. `archivalGroupName` and `archivalGroup`, a repository path, are those of the deposit then;
   * that is absent where it has none, and in runs of earlier software. `retryOf` is the run that it repeats.
   */
  | Fact<
      'PipelineRunQueued',
      OfDeposit & { archivalGroupName: string | null; archivalGroup?: string; retryOf?: string }
    >
  /**
   * A worker has the run in this epoch, which is higher than every earlier one of the run. `worker` is null for one
   * outside of the platform.
   */
  | Fact<'PipelineRunClaimed', OfDeposit & { epoch: number; worker: string | null }>
  /** The output of the tools is in the workspace. */
  | Fact<'PipelineMetadataCreated', OfDeposit & { epoch: number }>
  /** Final. `counts` is null where a worker outside of the platform reported the end. */
  | Fact<'PipelineRunCompleted', FinalOfDeposit & WorkOfRun & { epoch: number; counts: PipelineCounts | null }>
  /** Final: the worker gave up. */
  | Fact<'PipelineRunFailed', FinalOfDeposit & WorkOfRun & { epoch: number; errors: string }>
  /** Final: ended from outside, by the agent `cancelledBy` or by the platform. */
  | Fact<'PipelineRunForceCompleted', FinalOfDeposit & { errors: string | null; cancelledBy?: string }>;

interface OfRun {
  readonly runId: string;
  readonly depositId: string;
  /** UTC, seven fractional digits. */
  readonly at: string;
}

/** A tool of a run, as it names itself. */
export interface PipelineTool {
  readonly name: string;
  readonly version: string;
  /** The version of its signatures or definitions; null for a tool without them. */
  readonly signatures: string | null;
}

/** What a run found in some files; paths are relative to the deposit. */
export interface PipelineFindings {
  readonly infected: readonly { readonly path: string; readonly signature: string }[];
  readonly unidentified: readonly string[];
  readonly failed: readonly { readonly path: string; readonly message: string }[];
}

/** Facts of `pipelineRun-<id>`: what is of interest for one run only. Whether it has ended is decided by its deposit. */
export type PipelineRunFact =
  /** `by` asked for the run. */
  | Fact<'PipelineRunOpened', OfRun & { archivalGroupName: string | null; by: string }>
  /** `warnings` are sentences, such as one about old signatures, or about files that no tool looks at. */
  | Fact<
      'PipelineToolsRecorded',
      OfRun & { epoch: number; tools: readonly PipelineTool[]; warnings: readonly string[] }
    >
  /** `files` of `of` and `bytes` were worked in this step; `of` is null while it is not known. */
  | Fact<
      'PipelineRunProgressed',
      OfRun & { epoch: number; step: string; files: number; of: number | null; bytes: number }
    >
  /** A part of what the worker with this epoch found; `page` counts from 0. The pages of the last epoch count. */
  | Fact<'PipelineFindingsRecorded', OfRun & { epoch: number; page: number } & PipelineFindings>;
