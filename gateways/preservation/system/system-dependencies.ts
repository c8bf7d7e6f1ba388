import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { ReadModels } from '../../../projections/read-models.js';
import type { BaseUrls } from '../../uris/base-urls.js';
import type { PlatformSources } from './platform-sources.js';

/** What `GET /system` is answered from. */
export interface SystemDependencies {
  readonly dependencies: Pick<Dependencies, 'producer' | 'now'>;
  readonly views: Pick<ReadModels, 'system' | 'deposits'>;
  readonly sources: PlatformSources;
  readonly baseUrls: BaseUrls;
}
