import type { Position } from '../events/envelope.js';
import { jobResults, jobResultsView, type JobResultsView } from './job-results/job-results.js';
import { repository, repositoryView, type RepositoryView } from './repository/repository.js';
import { openView, type KeptView, type ViewPorts } from './view.js';

/** Every read model of the platform, kept up with the log while it is open. */
export interface ReadModels {
  readonly repository: RepositoryView;
  readonly jobResults: JobResultsView;
  readonly views: readonly KeptView[];
  /** Resolves true once every view shows everything up to the position, false when the time is over. */
  reached(position: Position, timeoutMs: number): Promise<boolean>;
  close(): Promise<void>;
}

export const openReadModels = async (ports: ViewPorts): Promise<ReadModels> => {
  const resources = await openView(repository, ports);
  const jobs = await openView(jobResults, ports);
  const views = [resources, jobs] as unknown as readonly KeptView[];
  return {
    repository: repositoryView(resources.documents),
    jobResults: jobResultsView(jobs.documents),
    views,
    reached: async (position, timeoutMs) =>
      (await Promise.all(views.map((view) => view.reached(position, timeoutMs)))).every(Boolean),
    close: async () => {
      await Promise.all(views.map((view) => view.close()));
    },
  };
};
