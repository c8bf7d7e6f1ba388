import type { Express } from 'express';
import { importActivities } from '../projections/import-activities/import-activities.js';
import { readOpenApi } from '../schemas/openapi-document.js';
import { createApp } from './app.js';
import { repositoryRoutes } from './repository-routes.js';
import { repositoryServices, type ServiceOptions } from './service-options.js';
import { createImport } from './storage/create-import.js';
import { getContent } from './storage/get-content.js';
import { getImportResult } from './storage/get-import-result.js';
import { getImportActivities } from './storage/get-import-activities.js';
import { getImportActivityPage } from './storage/get-import-activity-page.js';
import { getResource } from './repository/get-resource.js';

/** The storage service. Throws when its routes and its OpenAPI document do not match. */
export const createStorageApp = (options: ServiceOptions): Express => {
  const document = readOpenApi('storage');
  const on = repositoryServices(options, 'storage');
  const activities = importActivities(options.services.events);
  return createApp({
    document,
    routes: [
      ...repositoryRoutes(on, document),
      getResource(on),
      getContent(on),
      createImport(on),
      getImportResult(on),
      getImportActivities(activities, options.baseUrls),
      getImportActivityPage(activities, options.baseUrls),
    ],
    identify: options.identify,
    log: options.log,
    bodyLimits: options.bodyLimits,
    bodyTurns: options.bodyTurns,
    deadlineMs: options.deadlineMs,
    ending: options.ending,
    observe: options.observe,
    validateResponses: options.validateResponses === true,
  });
};
