import type { Position } from '../events/envelope.js';
import type { CountedView } from './compare-with-log.js';
import type { DocumentStore } from './documents.js';
import { jobResults, jobResultsView, type JobDocument, type JobResultsView } from './job-results/job-results.js';
import { keepView, type KeptView } from './keep-view.js';
import type { KeeperPorts } from './keeper-ports.js';
import { readView, type View } from './read-view.js';
import { repository, repositoryView, type RepositoryView, type ResourceDocument } from './repository/repository.js';

export type { KeptView } from './keep-view.js';
export type { KeeperPorts } from './keeper-ports.js';

/** Every read model of the platform, as those see it who only read. */
export interface ReadModels {
  readonly repository: RepositoryView;
  /** How far the view of the repository had come when it was last looked at. */
  readonly repositoryShown: () => Position | null;
  readonly jobResults: JobResultsView;
  /** Resolves true once every view shows everything up to the position, false when the time is over. */
  reached(position: Position, timeoutMs: number): Promise<boolean>;
  close(): Promise<void>;
}

/** Keeps every read model while it is open, together with any number of other processes that do. */
export interface ReadModelKeeper {
  readonly views: readonly KeptView[];
  /** For this process: hears of this keeper's progress at once. */
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
  repositoryShown: resources.shown,
  jobResults: jobResultsView(jobs.documents),
  reached: async (position, timeoutMs) =>
    (await Promise.all([resources, jobs].map((view) => view.reached(position, timeoutMs)))).every(Boolean),
  close: () => {
    resources.close();
    jobs.close();
    return Promise.resolve();
  },
});

/** The read models as they are kept elsewhere; empty before anybody has begun to keep them. */
export const readReadModels = (documents: DocumentStore): ReadModels =>
  modelsOf(readView(repository.shape, documents), readView(jobResults.shape, documents));

export const keepReadModels = (ports: KeeperPorts): ReadModelKeeper => {
  const resources = keepView(repository, ports);
  const jobs = keepView(jobResults, ports);
  const views = [resources.kept, jobs.kept];
  return {
    views,
    readModels: modelsOf(resources.view, jobs.view),
    close: async () => {
      await Promise.all(views.map((view) => view.close()));
    },
  };
};
