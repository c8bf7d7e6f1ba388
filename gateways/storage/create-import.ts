import { submitImport } from '../../commands/processes/imports/submit-import.js';
import type { ImportRequest } from '../../events/archival-group.js';
import type { ImportJobRequest } from '../import-jobs/import-job-request.js';
import { resultOf, waitingJob } from '../import-jobs/import-results.js';
import { intentOf } from '../service/command-call.js';
import { refusalAnswer } from '../service/refusal-answer.js';
import { badRequest, CHALLENGE, problem } from '../http/answer/problem.js';
import { storageResultUri } from '../uris/uris.js';
import type { RepositoryDependencies } from '../service/repository-dependencies.js';
import { json, route, type Answer, type Route } from '../http/route.js';
import { agentNameOf, pathOfUri, withoutHost } from '../uris/uri-references.js';
import { idViolation, importOperations } from './import-operations.js';

/** Submits an import job without a deposit (storage service 4, companion 17.1). */
export const createImport = (on: RepositoryDependencies): Route =>
  route<unknown, ImportJobRequest>('createImport', async (call) => {
    const { dependencies, baseUrls, waitForViews } = on;
    const { archivalGroup: uri } = call.body;
    if (uri === undefined) return badRequest('Import job must declare which Archival Group it is for.');
    const job = { ...call.body, archivalGroup: uri };
    const by = agentNameOf(job.lastModifiedBy ?? '');
    if (by === null) return withoutAgent(uri);
    const archivalGroup = pathOfUri(uri);
    const violation = await idViolation(job);
    if (violation !== null) return badRequest(violation);
    const submitted = await submitImport(dependencies, intentOf(dependencies, call), {
      depositId: null,
      archivalGroup,
      by,
      request: requestOf(job, by, baseUrls.preservation),
      operations: await importOperations(job, archivalGroup),
      allowsSuppression: on.normalisesMets,
    });
    if (!submitted.ok) return refusalAnswer(submitted.refusal, baseUrls.storage);
    await waitForViews(submitted.position);
    const { jobId } = submitted.value;
    const id = storageResultUri(baseUrls.storage, jobId, archivalGroup);
    return json(201, await resultOf(on, id, await waitingJob(on, jobId)), { Location: id });
  });

const withoutAgent = (archivalGroup: string): Answer =>
  problem(
    401,
    { title: 'Unauthorized', detail: `Cannot queue an importJob that lacks a LastModifiedBy: ${archivalGroup}` },
    { 'WWW-Authenticate': CHALLENGE },
  );

/** `by` is the agent that wants the job, and the creator of what it adds where the job names none. */
const requestOf = (job: ImportJobRequest, by: string, preservation: string): ImportRequest => ({
  importJob: job.id === undefined ? null : withoutHost(preservation, job.id),
  originalImportJob: job.originalId === undefined ? null : withoutHost(preservation, job.originalId),
  isUpdate: job.isUpdate ?? null,
  archivalGroupName: job.archivalGroupName ?? null,
  source: job.source ?? null,
  suppressActivityStreamEvent: job.suppressActivityStreamEvent ?? false,
  createdBy: agentNameOf(job.createdBy ?? '') ?? by,
});
