import type { Intent, Settled } from '../../../commands/core/services.js';
import { depositNotFound, importFault } from '../../../commands/deposit/checks.js';
import type { Deposit } from '../../../commands/deposit/state.js';
import type { ImportRequest } from '../../../events/archival-group.js';
import { diffDeposit } from '../../../commands/import-diff/diff-deposit.js';
import { readDeposit } from '../../../commands/reads/read-deposit.js';
import {
  earlierImport,
  submitImport,
  type ImportSubmission,
  type SubmittedImport,
} from '../../../commands/processes/submit-import.js';
import type { DepositServices } from '../deposit-services.js';
import { importRefusal } from '../../import-jobs/import-refusal.js';
import { intentOf } from '../../service/intent-of.js';
import { badRequest } from '../../http/answer/problem.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import { resultUri } from '../../uris/uris.js';
import { json, route, type Answer, type Call, type Route } from '../../http/route.js';
import { suppressionFault } from '../../import-jobs/suppression-fault.js';
import { agentNameOf, withoutHost } from '../../uris/uri-references.js';
import { depositIdOf } from '../deposit-id.js';
import { digestsFromMets } from './digests-from-mets.js';
import { isDiffReference, type ImportJobRequest } from '../../import-jobs/import-job-request.js';
import { postedJobFault } from './posted-job-fault.js';
import { postedOperations } from './posted-operations.js';
import { resultOf, waitingJob } from '../../import-jobs/import-results.js';
import { settledAnswer } from '../settled-answer.js';
import { transientNumber } from './transient-number.js';

type Submission = Omit<ImportSubmission, 'depositId'>;

type JobCall = Call<unknown, ImportJobRequest>;

/** Imports the deposit by a posted job, or by the diff that is made now (preservation 4.4). */
export const createImportJob = (on: DepositServices): Route =>
  route<unknown, ImportJobRequest>('createImportJob', async (call) => {
    const depositId = depositIdOf(call);
    const deposit = await readDeposit(on.services.events, depositId);
    if (deposit === null) return refusalAnswer(depositNotFound(depositId));
    const intent = intentOf(on.services, call);
    const earlier = await earlierOf(on, intent, deposit);
    const submitted = earlier ?? (await submit(on, call, intent, deposit));
    if ('status' in submitted) return submitted;
    if ('refusal' in submitted) return importRefusal(on.baseUrls.preservation, submitted.refusal);
    return settledAnswer(on, submitted, async ({ jobId, resultId }) => {
      const id = resultUri(on.baseUrls.preservation, depositId, resultId ?? jobId);
      return json(201, await resultOf(on, id, await waitingJob(on, jobId)), { Location: id });
    });
  });

/** What the same request came to before, when a key makes it known: the deposit has moved on since. */
const earlierOf = async (
  { services }: DepositServices,
  intent: Intent,
  { archivalGroup }: Deposit,
): Promise<Settled<SubmittedImport> | null> =>
  intent.requestSha256 === undefined || archivalGroup === null ? null : earlierImport(services, intent, archivalGroup);

const submit = async (
  on: DepositServices,
  call: JobCall,
  intent: Intent,
  deposit: Deposit,
): Promise<Settled<SubmittedImport> | Answer> => {
  const refusal = importFault(deposit);
  if (refusal !== null) return refusalAnswer(refusal);
  const submission = isDiffReference(call.body, call.path)
    ? await ofDiff(on, call, deposit)
    : await ofPostedJob(on, call, deposit);
  if ('status' in submission) return submission;
  const { depositId } = deposit;
  return submitImport(on.services, intent, { ...submission, depositId });
};

const transientId = ({ services }: DepositServices, call: JobCall): string =>
  `${call.path}/transient/${transientNumber(services.now())}`;

const ofDiff = async (on: DepositServices, call: JobCall, { depositId }: Deposit): Promise<Submission | Answer> => {
  const diff = await diffDeposit(on.services, depositId);
  if ('code' in diff) return refusalAnswer(diff);
  const suppression = await suppressionFault(call.body, on.normalisesMets, diff.operations);
  if (suppression !== null) return badRequest(suppression);
  const { files, submissionText } = diff.deposit;
  return {
    archivalGroup: diff.archivalGroup,
    operations: each(diff.operations),
    request: {
      importJob: transientId(on, call),
      originalImportJob: `${call.path}/diff`.toLowerCase(),
      isUpdate: diff.head !== null,
      archivalGroupName: diff.archivalGroupName,
      source: `s3://${files.bucket}/${files.prefix}`,
      suppressActivityStreamEvent: call.body.suppressActivityStreamEvent ?? false,
      createdBy: call.actor.agent,
      ...messageOf(submissionText),
    },
  };
};

const ofPostedJob = async (on: DepositServices, call: JobCall, deposit: Deposit): Promise<Submission | Answer> => {
  const job = call.body;
  const { archivalGroup, files, submissionText } = deposit;
  const fault = postedJobFault(job, deposit);
  if (fault !== null || archivalGroup === null) return fault ?? refusalAnswer(depositNotFound(deposit.depositId));
  const operations = () => postedOperations(job, { archivalGroup, files });
  await goThrough(operations());
  const suppression = await suppressionFault(job, on.normalisesMets, operations());
  if (suppression !== null) return badRequest(suppression);
  const own = (id: string): string => withoutHost(on.baseUrls.preservation, id);
  return {
    archivalGroup,
    operations: digestsFromMets(on.services, deposit, operations()),
    request: {
      importJob: job.id === undefined ? transientId(on, call) : own(job.id),
      originalImportJob: job.originalId === undefined ? null : own(job.originalId),
      isUpdate: job.isUpdate ?? null,
      archivalGroupName: job.archivalGroupName ?? null,
      source: job.source ?? null,
      suppressActivityStreamEvent: job.suppressActivityStreamEvent ?? false,
      createdBy: agentNameOf(job.createdBy ?? '') ?? call.actor.agent,
      ...messageOf(submissionText),
    },
  };
};

/** What a deposit says of itself is what its version does. */
const messageOf = (submissionText: string | null): Pick<ImportRequest, 'message'> =>
  submissionText === null ? {} : { message: submissionText };

/** Finds what is wrong with any of them, which they throw, before anything is written. */
const goThrough = async (operations: AsyncIterator<unknown>): Promise<void> => {
  while ((await operations.next()).done !== true);
};

// eslint-disable-next-line @typescript-eslint/require-await -- the plan is written from an asynchronous source
async function* each<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}
