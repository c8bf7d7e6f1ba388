import type { DepositFact } from '../../events/deposit.js';
import type { RecordedFact } from '../../events/envelope.js';
import type {
  DepositPipelineFact,
  PipelineCounts,
  PipelineRunFact,
  PipelineTool,
  RecordedFindings,
  WorkOfRun,
} from '../../events/pipeline-run.js';
import type { Condition, Query } from '../documents.js';
import type { Projection, Touch } from '../projection.js';
import type { ReadableDocuments } from '../read-view.js';
import { stepBegun, stepsEnded, stepsOfClaim, waitingSince, type TimedStep } from '../timed-steps.js';

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
  /** In their order, from the waiting on. */
  readonly steps: readonly TimedStep[];
  /** How long each tool worked, by its name; null where that is not known. */
  readonly toolSeconds: Readonly<Record<string, number>> | null;
  /** The findings that are stored, and the epoch of the worker that stored them; null where there are none. */
  readonly findings: (RecordedFindings & { readonly epoch: number }) | null;
  /** The revision of its first fact on the stream of its deposit: the order of the runs of a deposit. */
  readonly revision: number;
  /** `lastModified`, until it has ended; then null. */
  readonly unfinishedSince: string | null;
}

const ofDeposit = (depositId: string): Query => ({
  where: { field: 'depositId', is: depositId },
  sort: [{ field: 'revision' }],
});

/** A page of runs that have not ended. */
export interface UnfinishedQuery {
  /** Only runs that were changed last before this time (UTC, seven fractional digits). */
  readonly before: string;
  readonly limit: number;
  /** The last run of the page before; null for the first page. */
  readonly after: Pick<PipelineRunDocument, 'runId' | 'unfinishedSince'> | null;
}

const behind = ({ runId, unfinishedSince }: NonNullable<UnfinishedQuery['after']>): readonly Condition[] => {
  const field = 'unfinishedSince';
  return [
    { field, atLeast: unfinishedSince },
    {
      any: [
        { field, above: unfinishedSince },
        { field: 'runId', above: runId },
      ],
    },
  ];
};

const unfinishedBefore = ({ before, limit, after }: UnfinishedQuery): Query => ({
  where: { all: [{ field: 'unfinishedSince', below: before }, ...(after === null ? [] : behind(after))] },
  sort: [{ field: 'unfinishedSince' }],
  limit,
});

type Own = Omit<PipelineRunDocument, 'unfinishedSince'>;

/** The document with what is derived from it. */
const documentOf = (run: Own): PipelineRunDocument => ({
  ...run,
  unfinishedSince: run.dateFinished === null ? run.lastModified : null,
});

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
    steps: waitingSince(at),
    toolSeconds: null,
    findings: null,
    revision: Number(fact.revision),
  } as const;
  return documentOf(run);
};

/** What the end of a run tells of its work. */
const workOf = (
  doc: PipelineRunDocument,
  { at, epoch, steps, toolSeconds, findings }: WorkOfRun & { readonly at: string; readonly epoch: number },
): Pick<PipelineRunDocument, 'steps' | 'toolSeconds' | 'findings'> => ({
  steps:
    steps === undefined ? stepsEnded(doc.steps, at) : [...doc.steps.filter(({ step }) => step === 'wait'), ...steps],
  toolSeconds: toolSeconds ?? null,
  findings: findings === undefined ? null : { ...findings, epoch },
});

const change = (
  doc: PipelineRunDocument,
  { type, data }: Exclude<DepositPipelineFact, { type: 'PipelineRunQueued' }>,
): PipelineRunDocument => {
  const { at } = data;
  switch (type) {
    case 'PipelineRunClaimed': {
      const status = doc.status === 'waiting' ? 'processing' : doc.status;
      const steps = stepsOfClaim(doc.steps, data.worker === null ? 'work' : 'prepare', at);
      const begun = { status, dateBegun: doc.dateBegun ?? at, lastModified: at, steps } as const;
      return documentOf({ ...doc, ...begun });
    }
    case 'PipelineMetadataCreated':
      return documentOf({
        ...doc,
        status: 'metadataCreated',
        lastModified: at,
        steps: stepBegun(doc.steps, 'record', at),
      });
    case 'PipelineRunCompleted': {
      const { counts } = data;
      const work = workOf(doc, data);
      return documentOf({ ...doc, ...work, status: 'completed', counts, dateFinished: at, lastModified: at });
    }
    case 'PipelineRunFailed':
    case 'PipelineRunForceCompleted': {
      const work = type === 'PipelineRunFailed' ? workOf(doc, data) : { steps: stepsEnded(doc.steps, at) };
      const ended = { status: 'completedWithErrors', errors: data.errors, dateFinished: at, lastModified: at } as const;
      return documentOf({ ...doc, ...work, ...ended });
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
  switch (type) {
    case 'PipelineToolsRecorded':
      return documentOf({
        ...changed,
        tools: data.tools,
        warnings: data.warnings,
        progress: null,
        steps: stepBegun(doc.steps, 'look', data.at),
      });
    case 'PipelineRunProgressed': {
      const { step, files, of, bytes } = data;
      return documentOf({ ...changed, progress: { step, files, of, bytes } });
    }
    case 'PipelineFindingsRecorded':
      return documentOf(changed);
  }
};

/** Of the example queries. */
const TIME = '2026-01-01T00:00:00.0000000Z';

/** Pipeline runs by id: for their resources, and for what ends stale ones. They outlast their deposit. */
export const pipelineRuns: Projection<DepositFact | PipelineRunFact, PipelineRunDocument> = {
  shape: {
    name: 'pipeline-runs',
    indexes: [['depositId', 'revision'], ['unfinishedSince']],
    queries: {
      ofDeposit: ofDeposit('d'),
      unfinishedBefore: unfinishedBefore({ before: TIME, limit: 100, after: null }),
      moreUnfinished: unfinishedBefore({ before: TIME, limit: 100, after: { runId: 'p', unfinishedSince: TIME } }),
    },
  },
  version: 4,
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
  /** Runs that have not ended, those that were changed longest ago first. */
  unfinishedBefore(query: UnfinishedQuery): Promise<PipelineRunDocument[]>;
}

/** The queries over the view's documents. */
export const pipelineRunsView = (documents: ReadableDocuments<PipelineRunDocument>): PipelineRunsView => ({
  run: async (depositId, runId) => {
    const run = await documents.get(runId);
    return run?.depositId === depositId ? run : null;
  },
  runsOfDeposit: (depositId) => documents.find(ofDeposit(depositId)),
  unfinishedBefore: (query) => documents.find(unfinishedBefore(query)),
});
