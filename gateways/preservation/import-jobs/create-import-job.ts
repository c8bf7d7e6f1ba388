import type { Deposit } from '../../../commands/deposit/state.js';
import { importDeposit, type DiffJob, type PostedJob } from '../../../commands/processes/imports/import-deposit.js';
import {
  isDiffReference,
  type ImportJobRequest,
  bringsBytes,
  fragmentViolation,
  pathWithin,
  plannedOperation,
  postedResources,
  type PostedResource,
} from '../../import-jobs/import-job-request.js';
import { resultOf, waitingJob } from '../../import-jobs/import-results.js';
import { json, route, pathParameter, type Call, type Route } from '../../http/route.js';
import { intentOf, resultAnswer } from '../../service/command-call.js';
import { resultUri, transientNumber } from '../../uris/uris.js';
import { agentNameOf, withoutHost, objectOfS3Uri, namesDeposit, pathOfUri } from '../../uris/uri-references.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import type { AcceptingQuery } from './accepting-query.js';
import type { PlannedOperation } from '../../../events/import-plan.js';
import { type RepositoryPath, escapePath } from '../../../formats/paths/repository-path.js';
import { runInSlices } from '../../../flow/run-in-slices.js';
import { mapSliced } from '../../../flow/slices.js';
import { RequestFault } from '../../http/request-fault.js';

type JobCall = Call<AcceptingQuery, ImportJobRequest>;

/** Imports the deposit by a posted job, or by its present diff (preservation 4.4). */
export const createImportJob = (on: DepositDependencies): Route =>
  route<AcceptingQuery, ImportJobRequest>('createImportJob', async (call) => {
    const { normalisesMets: allowsSuppression, refusesInfected } = on;
    const dependencies = { ...on.dependencies, holder: call.holder };
    const { preservation } = on.baseUrls;
    const depositId = pathParameter(call, 'depositId');
    const jobFor = async (deposit: Deposit): Promise<DiffJob | PostedJob> =>
      isDiffReference(call.body, call.path) ? diffJob(on, call) : postedJob(on, call, deposit);
    const submitted = await importDeposit(dependencies, intentOf(dependencies, call), {
      depositId,
      jobFor,
      allowsSuppression,
      refusesInfected,
      acceptsIncompleteBag: call.query.acceptIncompleteBag,
    });
    return resultAnswer(on, submitted, async ({ jobId, resultId }) => {
      const id = resultUri(preservation, depositId, resultId ?? jobId);
      return json(201, await resultOf(on, id, await waitingJob(on, jobId)), { Location: id });
    });
  });

const transientId = ({ dependencies }: DepositDependencies, call: JobCall): string =>
  `${call.path}/transient/${transientNumber(dependencies.now())}`;

const diffJob = (on: DepositDependencies, call: JobCall): DiffJob => ({
  kind: 'diff',
  request: {
    importJob: transientId(on, call),
    originalImportJob: `${call.path}/diff`.toLowerCase(),
    suppressActivityStreamEvent: call.body.suppressActivityStreamEvent ?? false,
    createdBy: call.actor.agent,
  },
});

/** The posted job for its deposit. Rejects with RequestFault and PathFault for a job that is not for it, or is invalid. */
const postedJob = async (on: DepositDependencies, call: JobCall, deposit: Deposit): Promise<PostedJob> => {
  const job = call.body;
  const archivalGroup = requireJobOf(job, deposit);
  const operationFor = (resource: PostedResource): PlannedOperation => postedOperation(resource, archivalGroup);
  const own = (id: string): string => withoutHost(on.baseUrls.preservation, id);
  return {
    kind: 'posted',
    archivalGroup,
    operations: await runInSlices(mapSliced(postedResources(job), operationFor)),
    request: {
      importJob: job.id === undefined ? transientId(on, call) : own(job.id),
      originalImportJob: job.originalId === undefined ? null : own(job.originalId),
      isUpdate: job.isUpdate ?? null,
      archivalGroupName: job.archivalGroupName ?? null,
      source: job.source ?? null,
      suppressActivityStreamEvent: job.suppressActivityStreamEvent ?? false,
      createdBy: agentNameOf(job.createdBy ?? '') ?? call.actor.agent,
    },
  };
};

/**
 * The operation for a posted resource. One without an id gets the empty path, and the job fails because of it. Throws
 * RequestFault for an invalid resource, and PathFault for an id that cannot be decoded or is not inside the group.
 */
const postedOperation = (resource: PostedResource, archivalGroup: RepositoryPath): PlannedOperation => {
  const violation = fragmentViolation(resource);
  if (violation !== null) throw new RequestFault(400, violation);
  const { id = '' } = resource.posted;
  const path = id === '' ? '' : pathWithin(resource.op, id, archivalGroup);
  return bringsBytes(resource) ? withContent(resource, path) : plannedOperation(resource, path);
};

const withContent = (resource: PostedResource, path: string): PlannedOperation => {
  const { origin: uri, id = 'without an id' } = resource.posted;
  if (uri === undefined) throw new RequestFault(400, `Binary ${id} has no origin.`);
  const origin = objectOfS3Uri(uri);
  if (origin === null) throw new RequestFault(400, `Origin ${uri} is not an S3 URI, s3://bucket/key`);
  return plannedOperation(resource, path, origin);
};

const wrong = (detail: string): RequestFault => new RequestFault(400, detail);

/**
 * The archival group of a posted job for this deposit (preservation 4.4, in the order of companion 11.1). Throws
 * RequestFault for a job that is for another deposit or group, and PathFault for a group that is not a path.
 */
const requireJobOf = (job: ImportJobRequest, { depositId, archivalGroup }: Deposit): RepositoryPath => {
  if (job.deposit === undefined) throw wrong('Import job must declare which Deposit it is for.');
  if (!namesDeposit(job.deposit, depositId))
    throw wrong('Import job Deposit does not match the Deposit it was submitted to.');
  if (job.archivalGroup === undefined) throw wrong('Import job must declare which Archival Group it is for.');
  if (archivalGroup !== null && pathOfUri(job.archivalGroup) === archivalGroup) return archivalGroup;
  const own = archivalGroup === null ? 'none' : `/repository/${escapePath(archivalGroup)}`;
  throw wrong(`Import job Archival Group ${job.archivalGroup} does not match the Deposit's Archival Group ${own}`);
};
