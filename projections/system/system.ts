import type { ArchivalGroupFact } from '../../events/archival-group.js';
import type { ContainerFact } from '../../events/container.js';
import type { RecordedFact } from '../../events/envelope.js';
import type { PipelineRunFact, PipelineTool } from '../../events/pipeline-run.js';
import type { PlatformJobFact, PlatformJobSummary } from '../../events/platform-job.js';
import type { Projection, Touch } from '../projection.js';
import type { ReadableDocuments } from '../read-view.js';

/** How much is preserved. Only committed versions count. */
export interface RepositoryTotals {
  readonly containers: number;
  readonly archivalGroups: number;
  readonly versions: number;
  /** Content files that all versions have written; the same content of a group is written once. */
  readonly storedFiles: number;
  readonly storedBytes: number;
}

/** An audit of the whole repository. Times are UTC, with seven fractional digits. */
export interface AskedAudit {
  readonly jobId: string;
  /** Agent name. */
  readonly by: string;
  readonly quick: boolean;
}

/** What the last audit of the whole repository found that came to its end. */
export interface LastAudit extends AskedAudit {
  readonly finished: string;
  readonly summary: PlatformJobSummary;
}

interface AuditsDocument {
  /** Those that have not ended. */
  readonly asked: readonly AskedAudit[];
  readonly last: LastAudit | null;
}

/** The tools of the last pipeline run that recorded any. */
export interface RecordedTools {
  /** When they were recorded. */
  readonly at: string;
  readonly tools: readonly PipelineTool[];
}

/** One of three documents, by its key. */
export type SystemDocument = RepositoryTotals | AuditsDocument | RecordedTools;

type SystemFact = ContainerFact | ArchivalGroupFact | PlatformJobFact | PipelineRunFact;

const [REPOSITORY, AUDITS, TOOLS] = ['repository', 'audits', 'tools'] as const;

const NOTHING: RepositoryTotals = { containers: 0, archivalGroups: 0, versions: 0, storedFiles: 0, storedBytes: 0 };

const counted = (added: Partial<RepositoryTotals>): readonly Touch<SystemDocument>[] => [
  {
    key: REPOSITORY,
    apply: (doc) => {
      const before = (doc ?? NOTHING) as RepositoryTotals;
      const sum = (field: keyof RepositoryTotals): number => before[field] + (added[field] ?? 0);
      return {
        containers: sum('containers'),
        archivalGroups: sum('archivalGroups'),
        versions: sum('versions'),
        storedFiles: sum('storedFiles'),
        storedBytes: sum('storedBytes'),
      };
    },
  },
];

const versionCounted = ({
  version,
  totals,
}: Pick<Extract<ArchivalGroupFact, { type: 'VersionAdopted' }>['data'], 'version' | 'totals'>) =>
  counted({
    archivalGroups: version === 1 ? 1 : 0,
    versions: 1,
    storedFiles: totals.addedFiles,
    storedBytes: totals.addedBytes,
  });

const audits = (change: (before: AuditsDocument) => AuditsDocument): readonly Touch<SystemDocument>[] => [
  { key: AUDITS, apply: (doc) => change((doc ?? { asked: [], last: null }) as AuditsDocument) },
];

/** Whether a container exists from this fact on; in logs of earlier versions it did once its name was reserved. */
const beginsContainer = (fact: Pick<RecordedFact<ContainerFact>, 'type' | 'data' | 'stream'>): boolean =>
  fact.type === 'ContainerCreated'
    ? fact.stream.startsWith('container-entry-')
    : 'kind' in fact.data && fact.data.kind === 'container' && !('within' in fact.data);

type EndedJob = Extract<PlatformJobFact, { type: 'JobEnded' }>['data'];

const auditEnded = ({ asked, last }: AuditsDocument, { jobId, summary, at: finished }: EndedJob): AuditsDocument => {
  const ended = asked.find((each) => each.jobId === jobId);
  if (ended === undefined) return { asked, last };
  const found = summary === null ? last : { ...ended, finished, summary };
  return { asked: asked.filter((each) => each !== ended), last: found };
};

/** Totals of the repository, the last audit and the last tools, for `GET /system`. */
export const system: Projection<SystemFact, SystemDocument> = {
  shape: { name: 'system', indexes: [], queries: {} },
  version: 1,
  categories: ['container', 'archivalGroup', 'job', 'pipelineRun'],
  touches: (fact: RecordedFact<SystemFact>): readonly Touch<SystemDocument>[] => {
    switch (fact.type) {
      case 'ChildReserved':
      case 'ContainerCreated':
        return beginsContainer(fact) ? counted({ containers: 1 }) : [];
      case 'ContainerDeleted':
        return counted({ containers: -1 });
      case 'VersionCommitDecided':
      case 'VersionAdopted':
        return versionCounted(fact.data);
      case 'JobRequested': {
        const { kind, parameters, jobId, by } = fact.data;
        if (kind !== 'audit' || parameters.archivalGroup !== null) return [];
        return audits(({ asked, last }) => ({ asked: [...asked, { jobId, by, quick: parameters.quick }], last }));
      }
      case 'JobEnded':
        return audits((before) => auditEnded(before, fact.data));
      case 'PipelineToolsRecorded': {
        const { at, tools } = fact.data;
        return [{ key: TOOLS, apply: () => ({ at, tools }) }];
      }
      default:
        return [];
    }
  },
};

/** The queries of the view. */
export interface SystemView {
  repository(): Promise<RepositoryTotals>;
  /** Null where no audit of the whole repository has come to its end. */
  lastAudit(): Promise<LastAudit | null>;
  /** Null where no pipeline run has recorded any. */
  tools(): Promise<RecordedTools | null>;
}

/** The queries over the view's documents. */
export const systemView = (documents: ReadableDocuments<SystemDocument>): SystemView => ({
  repository: async () => ((await documents.get(REPOSITORY)) ?? NOTHING) as RepositoryTotals,
  lastAudit: async () => ((await documents.get(AUDITS)) as AuditsDocument | null)?.last ?? null,
  tools: async () => (await documents.get(TOOLS)) as RecordedTools | null,
});
