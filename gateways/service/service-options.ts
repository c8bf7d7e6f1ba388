import type { Dependencies } from '../../commands/core/dependencies.js';
import type { ReadModels } from '../../projections/read-models.js';
import type { ServeArchive } from '../http/answer/archive-serving.js';
import type { Admission } from '../http/admit.js';
import type { AppOptions } from '../http/app.js';
import type { BaseUrls } from '../uris/base-urls.js';
import type { GroupReader } from '../group-content/group-reader.js';
import type { ReadProgress } from '../rendering/job.js';
import type { Logger } from '../http/logger.js';
import type { RepositoryDependencies } from './repository-dependencies.js';
import { waitForViews } from './command-call.js';
import type { Logins } from './logins.js';

/** What a service is made of. `baseUrls` are read for each answer, so that they may be set after listening. */
export interface ServiceOptions extends Admission {
  readonly dependencies: Dependencies;
  /** Random for each process; every answer of `/health` has it. */
  readonly instance: string;
  readonly views: Pick<ReadModels, 'repository' | 'archivableDeposits' | 'jobs' | 'reached'>;
  /** May be shared by both services of one process. */
  readonly groups: GroupReader;
  /** Shared by both services of one process, so that its places are those of the process. */
  readonly serveArchive: ServeArchive;
  readonly log: Logger;
  readonly origins?: AppOptions['origins'];
  readonly baseUrls: BaseUrls;
  readonly bodyLimits: AppOptions['bodyLimits'];
  readonly bodyTurns?: AppOptions['bodyTurns'];
  readonly deadlineMs?: number | undefined;
  readonly ending?: AppOptions['ending'];
  readonly closing?: AppOptions['closing'];
  readonly observe?: AppOptions['observe'];
  /** Whether the names of the original system are served, too (product-names.ts); false by default. */
  readonly productNames?: boolean;
  /** See `RepositoryDependencies`; false by default. */
  readonly normalisesMets?: boolean;
  /** Whether a deposit is not imported whose last pipeline run found a virus; false by default. */
  readonly refusesInfected?: boolean;
  /** Where people log in; null, the default, while authentication is off. */
  readonly logins?: Logins | null;
  /** What the processes that work jobs tell of them. */
  readonly readProgress: ReadProgress;
  /** Checks every JSON answer against the document; for tests. */
  readonly validateResponses?: boolean;
}

export const repositoryDependencies = (
  {
    dependencies,
    instance,
    views,
    groups,
    serveArchive,
    log,
    baseUrls,
    readProgress,
    normalisesMets = false,
    logins = null,
  }: ServiceOptions,
  self: keyof BaseUrls,
): RepositoryDependencies => ({
  dependencies,
  instance,
  repository: views.repository,
  groups,
  serveArchive,
  log,
  baseUrls,
  self,
  normalisesMets,
  logins,
  waitForViews: waitForViews(views),
  readProgress,
});
