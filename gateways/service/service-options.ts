import type { Services } from '../../commands/core/services.js';
import type { ReadModels } from '../../projections/read-models.js';
import type { AppOptions } from '../http/app.js';
import type { BaseUrls } from '../uris/base-urls.js';
import type { GroupReader } from '../group-content/group-reader.js';
import type { Identify } from '../http/identify.js';
import type { Logger } from '../http/logger.js';
import type { RepositoryServices } from './repository-services.js';
import { waitForViews } from './wait-for-views.js';

/** What a service is made of. `baseUrls` are read for each answer, so that they may be set after listening. */
export interface ServiceOptions {
  readonly services: Services;
  readonly views: Pick<ReadModels, 'repository' | 'reached'>;
  /** May be shared by both services of one process. */
  readonly groups: GroupReader;
  readonly identify: Identify;
  readonly log: Logger;
  readonly baseUrls: BaseUrls;
  readonly bodyLimits: AppOptions['bodyLimits'];
  readonly bodyTurns?: AppOptions['bodyTurns'];
  readonly deadlineMs?: number | undefined;
  readonly ending?: AppOptions['ending'];
  readonly observe?: AppOptions['observe'];
  /** See `RepositoryServices`; false by default. */
  readonly normalisesMets?: boolean;
  /** Checks every JSON answer against the document; for tests. */
  readonly validateResponses?: boolean;
}

export const repositoryServices = (
  { services, views, groups, baseUrls, normalisesMets = false }: ServiceOptions,
  self: keyof BaseUrls,
): RepositoryServices => ({
  services,
  repository: views.repository,
  groups,
  baseUrls,
  self,
  normalisesMets,
  waitForViews: waitForViews(views),
});
