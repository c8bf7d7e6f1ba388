import type { Express } from 'express';
import type { ImportActivityFact } from '../../events/import-activity.js';
import { importActivities } from '../../projections/activity/activity-stream.js';
import { renderImportActivity } from '../rendering/import-activity.js';
import { repositoryRoutes } from '../repository/repository-routes.js';
import type { ShownActivities } from '../service/activity-answers.js';
import { jobRoutes } from '../jobs/job-routes.js';
import { eventStreams } from '../service/event-streams.js';
import { createServiceApp, serviceDocument } from '../service/service-app.js';
import { repositoryDependencies, type ServiceOptions } from '../service/service-options.js';
import { checkRepository, checkRepositoryBucket } from './check-repository.js';
import { createImport } from './create-import.js';
import { getContent } from '../content/get-content.js';
import { objectFinder } from '../content/object/object-files.js';
import { getImportResult } from './get-import-result.js';
import { getImportActivities } from './get-import-activities.js';
import { getImportActivityPage } from './get-import-activity-page.js';
import { findOwnFiles } from '../files/find-files.js';
import { searchFiles } from '../files/search-files.js';
import { createExport } from './exports/create-export.js';
import { exportMetsOnly } from './exports/export-mets-only.js';
import { getExport } from './exports/get-export.js';
import type { IndexedFile } from '../../projections/search/indexed-file.js';
import type { FindingView } from '../../projections/search/search-view.js';
import { searchRepository } from './search-repository.js';

export interface StorageOptions extends ServiceOptions {
  readonly fileSearch: FindingView<IndexedFile>;
}

/** The storage service. Throws when its routes and its OpenAPI document do not match. */
export const createStorageApp = (options: StorageOptions): Express => {
  const document = serviceDocument('storage', options);
  const on = repositoryDependencies(options, 'storage');
  const activities = shownActivities(options);
  return createServiceApp('storage', options, {
    document,
    routes: [
      ...repositoryRoutes(on, document, new Map()),
      getContent(on, objectFinder(on)),
      checkRepository(options.dependencies),
      checkRepositoryBucket(options.dependencies),
      createImport(on),
      getImportResult(on),
      createExport(on),
      getExport(on),
      exportMetsOnly(on),
      getImportActivities(activities),
      getImportActivityPage(activities),
      ...jobRoutes({
        ...on,
        jobs: options.views.jobs,
        streams: eventStreams(),
        refusesInfected: options.refusesInfected ?? false,
      }),
      searchRepository(options.fileSearch, options.baseUrls),
      searchFiles(findOwnFiles(options.fileSearch, options.views.repository)),
    ],
  });
};

const shownActivities = ({ dependencies, baseUrls }: ServiceOptions): ShownActivities<ImportActivityFact> => ({
  stream: importActivities(dependencies.events),
  name: 'import activity stream',
  base: () => `${baseUrls.storage}/activity/importjobs`,
  render: (fact) => renderImportActivity(baseUrls.storage, fact),
  baseUrls,
  producer: dependencies.producer,
});
