import type { Position } from '../events/envelope.js';
import type { CountedView } from './comparison/compare-with-log.js';
import { agents, agentsView, type AgentsView } from './agents/agents.js';
import {
  archivableDeposits,
  archivableDepositsView,
  type ArchivableDepositsView,
} from './archivable-deposits/archivable-deposits.js';
import { deposits } from './deposits/deposits.js';
import { depositsView, type DepositsView } from './deposits/deposits-view.js';
import type { DocumentStore } from './documents.js';
import { isComplete } from './live-generation.js';
import { jobsView, type JobsView } from './jobs/jobs-view.js';
import { jobs } from './jobs/jobs.js';
import { pipelineRuns, pipelineRunsView, type PipelineRunsView } from './pipeline-runs/pipeline-runs.js';
import type { Projection } from './projection.js';
import { openProjector, type Projector } from './projector/projector.js';
import type { ProjectorPorts } from './projector/projector-ports.js';
import { sharedLog } from './projector/shared-log.js';
import { readView, type View, type ViewState } from './read-view.js';
import {
  repository,
  repositoryView,
  takenChildren,
  type RepositoryView,
  type TakenChildren,
} from './repository/repository.js';
import { system, systemView, type SystemView } from './system/system.js';
import type { BuildProgress } from './view-incomplete.js';

export type { Projector } from './projector/projector.js';

/** Every projection of the platform. */
const projections = {
  repository,
  jobs,
  agents,
  archivableDeposits,
  deposits,
  pipelineRuns,
  system,
} as const;

type Name = keyof typeof projections;
type DocumentOf<P> = P extends Projection<never, infer Doc> ? Doc : never;
type Views = { readonly [K in Name]: View<DocumentOf<(typeof projections)[K]>> };

/** Read access to every read model of the platform. */
export interface ReadModels {
  readonly repository: RepositoryView;
  /** The position of the repository view when it was last read. */
  readonly repositoryPosition: () => Position | null;
  /** What is taken in a container, by the repository view. */
  readonly takenChildren: TakenChildren;
  /** Resolves to true once the repository view includes everything up to the position, false at the time-out. */
  readonly repositoryReached: (position: Position, timeoutMs: number) => Promise<boolean>;
  /** What the repository view shows; null while it is not complete. */
  readonly repositoryState: () => Promise<ViewState | null>;
  readonly jobs: JobsView;
  /** The position of the view of jobs when it was last read. */
  readonly jobsPosition: () => Position | null;
  readonly agents: AgentsView;
  readonly deposits: DepositsView;
  /** The position of the view of deposits when it was last read. */
  readonly depositsPosition: () => Position | null;
  readonly archivableDeposits: ArchivableDepositsView;
  readonly pipelineRuns: PipelineRunsView;
  readonly system: SystemView;
  /** The position of the view of pipeline runs when it was last read. */
  readonly pipelineRunsPosition: () => Position | null;
  /** Identifies what the view of jobs shows: while that is the same, so are all answers. Null while it is not complete. */
  readonly jobsState: () => Promise<string | null>;
  /** Resolves to true once the view of jobs includes everything up to the position, false at the time-out. */
  readonly jobsReached: (position: Position, timeoutMs: number) => Promise<boolean>;
  /** Resolves to true once every view includes everything up to the position, false at the time-out. */
  reached(position: Position, timeoutMs: number): Promise<boolean>;
  /** Resolves to true once every view is complete, false at the time-out. */
  complete(timeoutMs: number): Promise<boolean>;
  /** How far the views have come that answers depend on and that are not complete. Rejects with the faults of the store. */
  building(): Promise<readonly BuildProgress[]>;
  close(): Promise<void>;
}

/** The projectors of all read models in this process; other processes may run them too. */
export interface ReadModelProjectors {
  readonly projectors: readonly Projector[];
  /** For this process: they learn the progress of these projectors without reading the register. */
  readonly readModels: ReadModels;
  close(): Promise<void>;
}

/** Every read model that can be compared with the log. */
export const countedViews: readonly CountedView[] = Object.values(projections).map(({ shape, categories }) => ({
  name: shape.name,
  categories,
}));

/** Opens something for every projection, by its name. */
const forEach = <Opened>(
  open: (projection: Projection<never, object>) => Opened,
): readonly (readonly [Name, Opened])[] =>
  (Object.keys(projections) as Name[]).map((name) => [name, open(projections[name] as Projection<never, object>)]);

/** The views whose answers are not completed from the event streams, and that requests are answered from. */
const ANSWERED_FROM = ['jobs', 'deposits', 'agents', 'archivableDeposits'] as const satisfies readonly Name[];

const viewsOf = (views: readonly (readonly [Name, View<object>])[]): Views =>
  Object.fromEntries(views) as unknown as Views;

const textOf = (state: View<object>['state']) => async (): Promise<string | null> => {
  const shown = await state();
  return shown === null ? null : `${shown.generation} ${shown.position}`;
};

const modelsOf = (views: Views): ReadModels => ({
  repository: repositoryView(views.repository.documents),
  repositoryPosition: views.repository.position,
  takenChildren: takenChildren(views.repository.documents),
  repositoryReached: views.repository.reached,
  repositoryState: views.repository.state,
  jobs: jobsView(views.jobs.documents),
  jobsPosition: views.jobs.position,
  jobsState: textOf(views.jobs.state),
  jobsReached: views.jobs.reached,
  agents: agentsView(views.agents.documents),
  deposits: depositsView(views.deposits.documents),
  depositsPosition: views.deposits.position,
  archivableDeposits: archivableDepositsView(views.archivableDeposits.documents),
  pipelineRuns: pipelineRunsView(views.pipelineRuns.documents),
  system: systemView(views.system.documents),
  pipelineRunsPosition: views.pipelineRuns.position,
  reached: async (position, timeoutMs) =>
    (await Promise.all(Object.values(views).map((view) => view.reached(position, timeoutMs)))).every(Boolean),
  complete: async (timeoutMs) =>
    (await Promise.all(Object.values(views).map((view) => view.until(isComplete, timeoutMs)))).every(Boolean),
  building: async () =>
    (await Promise.all(ANSWERED_FROM.map((name) => views[name].building()))).filter((each) => each !== null),
  close: () => {
    for (const view of Object.values(views)) view.close();
    return Promise.resolve();
  },
});

/** The read models as written by projectors in other processes; they answer nothing before the first one has run. */
export const openReadModels = (documents: DocumentStore): ReadModels =>
  modelsOf(viewsOf(forEach(({ shape }) => readView(shape, documents))));

export const openProjectors = (ports: Omit<ProjectorPorts, 'log'>): ReadModelProjectors => {
  const categories = [...new Set(countedViews.flatMap((view) => view.categories))];
  const log = sharedLog(ports.events, categories);
  const opened = forEach((projection) => openProjector(projection, { ...ports, log }));
  const projectors = opened.map(([, { projector }]) => projector);
  return {
    projectors,
    readModels: modelsOf(viewsOf(opened.map(([name, { view }]) => [name, view]))),
    close: async () => {
      await Promise.all(projectors.map((projector) => projector.close()));
    },
  };
};
