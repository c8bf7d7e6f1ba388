import type { Dependencies } from '../../commands/core/dependencies.js';
import type { Position } from '../../events/envelope.js';
import type { RepositoryView } from '../../projections/repository/repository.js';
import type { BaseUrls } from '../uris/base-urls.js';
import type { ServeArchive } from '../http/answer/archive-serving.js';
import type { Logger } from '../http/logger.js';
import type { GroupReader } from '../group-content/group-reader.js';
import type { ReadProgress } from '../rendering/job.js';
import type { Hosts } from '../rendering/resource.js';
import type { Logins } from './logins.js';

/** What the operations on `/repository` of both services use. */
export interface RepositoryDependencies {
  readonly dependencies: Dependencies;
  /** Random for each process. */
  readonly instance: string;
  readonly repository: RepositoryView;
  readonly groups: GroupReader;
  readonly serveArchive: ServeArchive;
  readonly log: Logger;
  readonly baseUrls: BaseUrls;
  /** The service that answers, which is in the URIs of resources and agents. */
  readonly self: keyof BaseUrls;
  /** Whether the ids of a METS may be normalised (the feature flag EnableMetsIdNormalisation). */
  readonly normalisesMets: boolean;
  /** Null while authentication is off. */
  readonly logins: Logins | null;
  /** Waits, for a limited time, until every view has reached this position. */
  readonly waitForViews: (position: Position | null) => Promise<void>;
  /** How far running jobs have come. */
  readonly readProgress: ReadProgress;
}

export const hostsOf = ({ baseUrls, self }: Pick<RepositoryDependencies, 'baseUrls' | 'self'>): Hosts => ({
  base: baseUrls[self],
  storage: baseUrls.storage,
});
