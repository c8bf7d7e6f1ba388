import type { Deposit } from '../../../commands/deposit/state.js';
import { importDeposit, type DiffJob, type PostedJob } from '../../../commands/processes/import-deposit.js';
import { isDiffReference, type ImportJobRequest } from '../../import-jobs/import-job-request.js';
import { importRefusalAnswer } from '../../import-jobs/import-refusal-answer.js';
import { resultOf, waitingJob } from '../../import-jobs/import-results.js';
import { json, route, type Call, type Route } from '../../http/route.js';
import { intentOf } from '../../service/intent-of.js';
import { resultUri } from '../../uris/uris.js';
import { agentNameOf, withoutHost } from '../../uris/uri-references.js';
import { depositIdOf } from '../deposit-id.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { resultAnswer } from '../result-answer.js';
import { postedOperations } from './posted-operations.js';
import { requireJobOf } from './require-job-of.js';
import { transientNumber } from './transient-number.js';

type JobCall = Call<unknown, ImportJobRequest>;

/** Imports the deposit by a posted job, or by its present diff (preservation 4.4). */
export const createImportJob = (on: DepositDependencies): Route =>
  route<unknown, ImportJobRequest>('createImportJob', async (call) => {
    const { dependencies, normalisesMets: allowsSuppression } = on;
    const { preservation } = on.baseUrls;
    const depositId = depositIdOf(call);
    const jobFor = (deposit: Deposit): DiffJob | PostedJob =>
      isDiffReference(call.body, call.path) ? diffJob(on, call) : postedJob(on, call, deposit);
    const submitted = await importDeposit(dependencies, intentOf(dependencies, call), {
      depositId,
      jobFor,
      allowsSuppression,
    });
    if (!submitted.ok) return importRefusalAnswer(preservation, submitted.refusal);
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

/** The posted job for its deposit. Throws RequestFault and PathFault for a job that is not for it. */
const postedJob = (on: DepositDependencies, call: JobCall, deposit: Deposit): PostedJob => {
  const job = call.body;
  const archivalGroup = requireJobOf(job, deposit);
  const own = (id: string): string => withoutHost(on.baseUrls.preservation, id);
  return {
    kind: 'posted',
    archivalGroup,
    operations: { [Symbol.asyncIterator]: () => postedOperations(job, archivalGroup) },
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
