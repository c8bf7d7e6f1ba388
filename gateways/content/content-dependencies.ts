import type { Dependencies } from '../../commands/core/dependencies.js';
import type { RepositoryView } from '../../projections/repository/repository.js';
import type { GroupReader } from '../group-content/group-reader.js';
import type { Logger } from '../http/logger.js';
import type { ServeArchive } from '../http/answer/archive-serving.js';

export interface ContentDependencies {
  readonly dependencies: Pick<Dependencies, 'bytes' | 'now' | 'metsAgent'>;
  readonly repository: RepositoryView;
  readonly groups: GroupReader;
  readonly serveArchive: ServeArchive;
  readonly log: Logger;
}

/**
 * A cache must ask whether the newest bytes are still the newest. Those of a version never change. Neither may be kept
 * for several users, since only callers with a token may have them.
 */
export const CACHING = { newest: 'private, no-cache', version: 'private, max-age=31536000, immutable' } as const;
