import type { RepositoryPath } from '../../formats/paths/repository-path.js';

/** An export that may need a worker. */
export interface ExportTask {
  /** The id of the export. */
  readonly jobId: string;
  readonly archivalGroup: RepositoryPath;
}
