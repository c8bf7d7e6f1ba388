import { readImportJob } from '../../commands/import-job/import-job-stream.js';
import { isOver, resultOf } from '../import-jobs/import-results.js';
import { notFound } from '../http/answer/problem.js';
import { storageResultUri } from '../uris/uris.js';
import type { RepositoryDependencies } from '../service/repository-dependencies.js';
import { json, route, type Route } from '../http/route.js';

/**
 * The result of an import job of an archival group, submitted to either service. An ended job is answered after the
 * views show its version.
 */
export const getImportResult = (on: RepositoryDependencies): Route =>
  route('getImportResult', async ({ params }) => {
    const { jobId = '', path = '' } = params;
    const job = await readImportJob(on.dependencies.events, jobId);
    if (job?.archivalGroup !== path) return notFound(`Archival Group ${path} has no import job ${jobId}`);
    const result = await resultOf(on, storageResultUri(on.baseUrls.storage, jobId, path), job);
    if (isOver(job)) await on.waitForViews(await on.dependencies.events.head());
    return json(200, result);
  });
