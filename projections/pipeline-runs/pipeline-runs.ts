import type { DepositFact } from '../../events/deposit.js';
import type { RecordedFact } from '../../events/envelope.js';
import type { DepositPipelineFact, PipelineCounts, PipelineRunFact, PipelineTool } from '../../events/pipeline-run.js';
import type { Query } from '../documents.js';
import type { Projection, Touch } from '../projection.js';
import type { ReadableDocuments } from '../read-view.js';

export type PipelineRunStatus = 'waiting' | 'processing' | 'metadataCreated' | 'completed' | 'completedWithErrors';

/** How far the step that a run is at has come; `of` is null while it is not known. */
export interface PipelineStepProgress {
  readonly step: string;
  readonly files: number;
  readonly of: number | null;
  readonly bytes: number;
}

/** A pipeline run (preservation 2.13). Times are UTC, with seven fractional digits. */
export interface PipelineRunDocument {
  readonly runId: string;
  readonly depositId: string;
  readonly archivalGroupName: string | null;
  /** Agent name. */
  readonly runUser: string;
  readonly status: PipelineRunStatus;
  readonly submitted: string;
  readonly lastModified: string;
  readonly dateBegun: string | null;
  readonly dateFinished: string | null;
  /** Null where no reason is known, too. */
  readonly errors: string | null;
  /** Null until the run is completed, and where a worker outside of the platform completed it. */
  readonly counts: PipelineCounts | null;
  /** The tools that look at the files; null until they are known. */
  readonly tools: readonly PipelineTool[] | null;
  /** Sentences about the tools, and files that they do not look at. */
  readonly warnings: readonly string[];
  /** Null before the first step. */
  readonly progress: PipelineStepProgress | null;
  /** The revision of its first fact on the stream of its deposit: the order of the runs of a deposit. */
  readonly revision: number;
  /** `submitted`, while a worker of the platform may claim it; else null. */
  readonly claimableSince: string | null;
  /** `lastModified`, until it has ended; then null. */
  readonly unfinishedSince: string | null;
}

const ofDeposit = (depositId: string): Query => ({
  where: { field: 'depositId', is: depositId },
  sort: [{ field: 'revision' }],
});

const claimable: Query = {
  where: { field: 'claimableSince', above: '' },
  sort: [{ field: 'claimableSince' }],
  limit: 100,
};

const unfinishedBefore = (before: string, limit: number): Query => ({
  where: { field: 'unfinishedSince', below: before },
  sort: [{ field: 'unfinishedSince' }],
  limit,
});

type Own = Omit<PipelineRunDocument, 'claimableSince' | 'unfinishedSince'>;

/** The document with what is derived from it; `isOutside` where a worker outside of the platform has the run. */
const documentOf = (run: Own, isOutside: boolean): PipelineRunDocument => {
  const isUnfinished = run.dateFinished === null;
  return {
    ...run,
    claimableSince: isUnfinished && !isOutside ? run.submitted : null,
    unfinishedSince: isUnfinished ? run.lastModified : null,
  };
};

const queued = (
  fact: RecordedFact & Extract<DepositPipelineFact, { type: 'PipelineRunQueued' }>,
): PipelineRunDocument => {
  const { runId, depositId, archivalGroupName, by, at } = fact.data;
  const run = {
    ...{ runId, depositId, archivalGroupName, runUser: by },
    status: 'waiting',
    submitted: at,
    lastModified: at,
    dateBegun: null,
    dateFinished: null,
    errors: null,
    counts: null,
    tools: null,
    warnings: [],
    progress: null,
    revision: Number(fact.revision),
  } as const;
  return documentOf(run, false);
};

const change = (
  doc: PipelineRunDocument,
  { type, data }: Exclude<DepositPipelineFact, { type: 'PipelineRunQueued' }>,
): PipelineRunDocument => {
  const { at } = data;
  const isOutside = doc.claimableSince === null;
  switch (type) {
    case 'PipelineRunClaimed': {
      const status = doc.status === 'waiting' ? 'processing' : doc.status;
      const begun = { status, dateBegun: doc.dateBegun ?? at, lastModified: at } as const;
      return documentOf({ ...doc, ...begun }, data.worker === null);
    }
    case 'PipelineMetadataCreated':
      return documentOf({ ...doc, status: 'metadataCreated', lastModified: at }, isOutside);
    case 'PipelineRunCompleted': {
      const { counts } = data;
      return documentOf({ ...doc, status: 'completed', counts, dateFinished: at, lastModified: at }, isOutside);
    }
    case 'PipelineRunFailed':
    case 'PipelineRunForceCompleted': {
      const ended = { status: 'completedWithErrors', errors: data.errors, dateFinished: at, lastModified: at } as const;
      return documentOf({ ...doc, ...ended }, isOutside);
    }
  }
};

const isDecision = (fact: RecordedFact<DepositFact | PipelineRunFact>): fact is RecordedFact<DepositPipelineFact> => {
  switch (fact.type) {
    case 'PipelineRunQueued':
    case 'PipelineRunClaimed':
    case 'PipelineMetadataCreated':
    case 'PipelineRunCompleted':
    case 'PipelineRunFailed':
    case 'PipelineRunForceCompleted':
      return true;
    default:
      return false;
  }
};

type PipelineRunRecord = Exclude<PipelineRunFact, { type: 'PipelineRunOpened' }>;

const isRecord = (fact: RecordedFact<DepositFact | PipelineRunFact>): fact is RecordedFact<PipelineRunRecord> =>
  fact.type === 'PipelineToolsRecorded' ||
  fact.type === 'PipelineRunProgressed' ||
  fact.type === 'PipelineFindingsRecorded';

const decide = (
  doc: PipelineRunDocument | null,
  fact: RecordedFact<DepositPipelineFact>,
): PipelineRunDocument | null => {
  if (fact.type === 'PipelineRunQueued') return queued(fact);
  return doc === null ? null : change(doc, fact);
};

/** Records are changes of a run that has not ended. The tools and the progress are those of the last worker. */
const record = (
  doc: PipelineRunDocument | null,
  { type, data }: RecordedFact<PipelineRunRecord>,
): PipelineRunDocument | null => {
  if (doc === null || doc.dateFinished !== null) return doc;
  const changed = { ...doc, lastModified: data.at };
  const isOutside = doc.claimableSince === null;
  switch (type) {
    case 'PipelineToolsRecorded':
      return documentOf({ ...changed, tools: data.tools, warnings: data.warnings, progress: null }, isOutside);
    case 'PipelineRunProgressed': {
      const { step, files, of, bytes } = data;
      return documentOf({ ...changed, progress: { step, files, of, bytes } }, isOutside);
    }
    case 'PipelineFindingsRecorded':
      return documentOf(changed, isOutside);
  }
};

/** Pipeline runs by id: for their resources, and for workers looking for runs. They outlast their deposit. */
export const pipelineRuns: Projection<DepositFact | PipelineRunFact, PipelineRunDocument> = {
  shape: {
    name: 'pipeline-runs',
    indexes: [['depositId', 'revision'], ['claimableSince'], ['unfinishedSince']],
    queries: {
      ofDeposit: ofDeposit('d'),
      claimable,
      unfinishedBefore: unfinishedBefore('2026-01-01T00:00:00.0000000Z', 100),
    },
  },
  version: 2,
  categories: ['deposit', 'pipelineRun'],
  touches: (fact: RecordedFact<DepositFact | PipelineRunFact>): readonly Touch<PipelineRunDocument>[] => {
    if (isDecision(fact)) return [{ key: fact.data.runId, apply: (doc) => decide(doc, fact) }];
    return isRecord(fact) ? [{ key: fact.data.runId, apply: (doc) => record(doc, fact) }] : [];
  },
};

/** The queries of the view. */
export interface PipelineRunsView {
  /** Null where the deposit has no such run. */
  run(depositId: string, runId: string): Promise<PipelineRunDocument | null>;
  /** Oldest first. */
  runsOfDeposit(depositId: string): Promise<PipelineRunDocument[]>;
  /** Runs that have not ended and that no worker outside of the platform has, oldest first. */
  claimable(): Promise<PipelineRunDocument[]>;
  /** Runs that have not ended, and were changed last before a time (UTC, seven fractional digits), oldest first. */
  unfinishedBefore(before: string, limit: number): Promise<PipelineRunDocument[]>;
}

/** The queries over the view's documents. */
export const pipelineRunsView = (documents: ReadableDocuments<PipelineRunDocument>): PipelineRunsView => ({
  run: async (depositId, runId) => {
    const run = await documents.get(runId);
    return run?.depositId === depositId ? run : null;
  },
  runsOfDeposit: (depositId) => documents.find(ofDeposit(depositId)),
  claimable: () => documents.find(claimable),
  unfinishedBefore: (before, limit) => documents.find(unfinishedBefore(before, limit)),
});
