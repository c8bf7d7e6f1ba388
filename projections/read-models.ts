import type { Position } from '../events/envelope.js';
import type { CountedView } from './comparison/compare-with-log.js';
import type { DocumentStore } from './documents.js';
import {
  unfinishedExports,
  unfinishedExportsView,
  type ExportDocument,
  type UnfinishedExportsView,
} from './exports/exports.js';
import { jobResults, jobResultsView, type JobDocument, type JobResultsView } from './job-results/job-results.js';
import { openProjector, type Projector } from './projector/projector.js';
import type { ProjectorPorts } from './projector/projector-ports.js';
import { readView, type View } from './read-view.js';
import { repository, repositoryView, type RepositoryView, type ResourceDocument } from './repository/repository.js';

export type { Projector } from './projector/projector.js';

/** Read access to every read model of the platform. */
export interface ReadModels {
  readonly repository: RepositoryView;
  /** The position of the repository view when it was last read. */
  readonly repositoryPosition: () => Position | null;
  readonly jobResults: JobResultsView;
  readonly unfinishedExports: UnfinishedExportsView;
  /** Resolves to true once every view includes everything up to the position, false at the time-out. */
  reached(position: Position, timeoutMs: number): Promise<boolean>;
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
export const countedViews: readonly CountedView[] = [repository, jobResults, unfinishedExports].map(
  ({ shape, categories }) => ({
    name: shape.name,
    categories,
  }),
);

const modelsOf = (
  resources: View<ResourceDocument>,
  jobs: View<JobDocument>,
  exports: View<ExportDocument>,
): ReadModels => ({
  repository: repositoryView(resources.documents),
  repositoryPosition: resources.position,
  jobResults: jobResultsView(jobs.documents),
  unfinishedExports: unfinishedExportsView(exports.documents),
  reached: async (position, timeoutMs) =>
    (await Promise.all([resources, jobs, exports].map((view) => view.reached(position, timeoutMs)))).every(Boolean),
  close: () => {
    resources.close();
    jobs.close();
    exports.close();
    return Promise.resolve();
  },
});

/** The read models as written by projectors in other processes; empty before the first one has run. */
export const openReadModels = (documents: DocumentStore): ReadModels =>
  modelsOf(
    readView(repository.shape, documents),
    readView(jobResults.shape, documents),
    readView(unfinishedExports.shape, documents),
  );

export const openProjectors = (ports: ProjectorPorts): ReadModelProjectors => {
  const resources = openProjector(repository, ports);
  const jobs = openProjector(jobResults, ports);
  const exports = openProjector(unfinishedExports, ports);
  const projectors = [resources.projector, jobs.projector, exports.projector];
  return {
    projectors,
    readModels: modelsOf(resources.view, jobs.view, exports.view),
    close: async () => {
      await Promise.all(projectors.map((projector) => projector.close()));
    },
  };
};
