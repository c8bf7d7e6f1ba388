import type { Position } from '../events/envelope.js';
import type { CountedView } from './comparison/compare-with-log.js';
import type { DocumentStore } from './documents.js';
import { jobResults, jobResultsView, type JobDocument, type JobResultsView } from './job-results/job-results.js';
import { openProjector, type Projector } from './projector/projector.js';
import type { ProjectorPorts } from './projector/projector-ports.js';
import { readView, type View } from './read-view.js';
import { repository, repositoryView, type RepositoryView, type ResourceDocument } from './repository/repository.js';

export type { Projector } from './projector/projector.js';

/** Every read model of the platform, for reading. */
export interface ReadModels {
  readonly repository: RepositoryView;
  /** How far the view of the repository had come when it was last looked at. */
  readonly repositoryPosition: () => Position | null;
  readonly jobResults: JobResultsView;
  /** Resolves true once every view shows everything up to the position, false when the time is over. */
  reached(position: Position, timeoutMs: number): Promise<boolean>;
  close(): Promise<void>;
}

/** The projectors of all read models, beside those of any number of other processes. */
export interface ReadModelProjectors {
  readonly projectors: readonly Projector[];
  /** For this process: they know at once of the progress of these projectors. */
  readonly readModels: ReadModels;
  close(): Promise<void>;
}

/** Every read model, as what it consumes is compared with the log. */
export const countedViews: readonly CountedView[] = [repository, jobResults].map(({ shape, categories }) => ({
  name: shape.name,
  categories,
}));

const modelsOf = (resources: View<ResourceDocument>, jobs: View<JobDocument>): ReadModels => ({
  repository: repositoryView(resources.documents),
  repositoryPosition: resources.position,
  jobResults: jobResultsView(jobs.documents),
  reached: async (position, timeoutMs) =>
    (await Promise.all([resources, jobs].map((view) => view.reached(position, timeoutMs)))).every(Boolean),
  close: () => {
    resources.close();
    jobs.close();
    return Promise.resolve();
  },
});

/** The read models as other processes write them; empty before the first projector has run. */
export const openReadModels = (documents: DocumentStore): ReadModels =>
  modelsOf(readView(repository.shape, documents), readView(jobResults.shape, documents));

export const openProjectors = (ports: ProjectorPorts): ReadModelProjectors => {
  const resources = openProjector(repository, ports);
  const jobs = openProjector(jobResults, ports);
  const projectors = [resources.projector, jobs.projector];
  return {
    projectors,
    readModels: modelsOf(resources.view, jobs.view),
    close: async () => {
      await Promise.all(projectors.map((projector) => projector.close()));
    },
  };
};
