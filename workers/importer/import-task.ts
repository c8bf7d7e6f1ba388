import type { RepositoryPath } from '../../formats/paths/repository-path.js';

/** An import job that may need a worker. */
export interface ImportTask {
  readonly jobId: string;
  readonly archivalGroup: RepositoryPath;
}
