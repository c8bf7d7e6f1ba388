import type { Dependencies } from '../../../commands/core/dependencies.js';
import { keptFor } from '../../../flow/sharing/kept-for.js';
import type { ReadModels } from '../../../projections/read-models.js';
import { json, route, type Route } from '../../http/route.js';
import type { BaseUrls } from '../../uris/base-urls.js';
import type { PlatformSources } from './platform-sources.js';
import { systemReader } from './read-system.js';

export interface SystemDependencies {
  readonly dependencies: Pick<Dependencies, 'producer' | 'now'>;
  readonly views: Pick<ReadModels, 'system' | 'deposits'>;
  readonly sources: PlatformSources;
  readonly baseUrls: BaseUrls;
}

/** All callers in this time share one answer, so that asking often costs next to nothing. */
const KEPT_MS = 2_000;

/** The numbers and the state of the platform; an addition of ours. */
export const getSystem = (on: SystemDependencies): Route => {
  const read = keptFor(KEPT_MS, systemReader(on));
  return route('getSystem', async () => json(200, await read()));
};
