import { setTimeout as pause } from 'node:timers/promises';
import { escapePath } from '../../formats/paths/repository-path.js';
import { listsFor, uploadsFor } from '../support/repository/group-model.js';
import { idOf, shownOnce, type Client } from './client.js';
import type { Work } from './works.js';
import { sha256Of } from '../support/sha256.js';

/** A job that the platform has acknowledged. */
export interface PostedJob {
  /** Repository path. */
  readonly group: string;
  /** The id of its result. */
  readonly resultId: string;
  readonly depositId: string;
  readonly work: Work;
  /** Whether it was said to have made a version. */
  preserved: boolean;
  /** Whether the agent who cancelled it was told that it is. */
  isCancelled: boolean;
  /** Whether its deposit was deleted afterwards, which was acknowledged too. */
  deleted: boolean;
}

/** A deposit as a response shows it: its URI, and its workspace as an S3 URI that ends in `/`. */
export interface ShownDeposit {
  readonly id: string;
  readonly files: string;
}

interface Result {
  readonly id: string;
  readonly status: string;
  readonly newVersion: string | null;
  readonly errors: readonly { readonly message: string }[] | null;
}

/** Spoils the first binary of a list as the work wants it. */
const spoilt = (binary: object, spoil: Work['spoil']): object => {
  if (spoil === 'wrong digest') return { ...binary, digest: sha256Of('other bytes') };
  if (spoil !== 'missing origin' || !('origin' in binary)) return binary;
  return { ...binary, origin: `${String(binary.origin)}.gone` };
};

const documentFor = (work: Work, group: string, { id, files }: ShownDeposit): object => {
  const lists = listsFor(work.operations, group, files);
  const [first, ...others] = lists['binariesToAdd'] ?? [];
  return {
    deposit: `/deposits/${idOf(id)}`, // without a host: a repeated request must be the same text on any port
    archivalGroup: `/repository/${escapePath(group)}`,
    ...(work.name === null ? {} : { archivalGroupName: work.name }),
    ...(work.spoil === 'wrong update' ? { isUpdate: true } : {}),
    ...lists,
    ...(first === undefined ? {} : { binariesToAdd: [spoilt(first, work.spoil), ...others] }),
  };
};

/** A job for a group, as a client posts it. */
export interface JobPost {
  readonly group: string;
  /** In every idempotency key of this work. */
  readonly token: string;
  readonly work: Work;
  /** The deposit to post it to; null to create one. */
  readonly deposit: ShownDeposit | null;
  /** Whether the deposit is deleted afterwards. */
  readonly deletes: boolean;
  readonly acknowledged: (job: PostedJob) => void;
}

const newDeposit = async (client: Client, { group, token }: JobPost): Promise<ShownDeposit> => {
  const { body } = await client.ask<ShownDeposit>({
    method: 'POST',
    path: '/deposits',
    body: { archivalGroup: `/repository/${escapePath(group)}` },
    key: `${token} deposit`,
    wished: [201],
  });
  return body;
};

/** What the agent was told who cancelled a job; null where nobody did. */
type CancelAnswer = 'cancelled' | 'too late' | null;

const isExpected = ({ spoil, after }: Work, cancel: CancelAnswer, { status, newVersion, errors }: Result): boolean => {
  const isGood = status === 'completed' && newVersion !== null && errors === null;
  const isBad = status === 'completedWithErrors' && newVersion === null && errors?.length === 1;
  if (cancel === 'cancelled') return isBad && /^Cancelled by .+\.$/.test(errors[0]?.message ?? '');
  if (spoil === 'origin goes') return isGood || isBad;
  return after === null ? isBad : isGood;
};

/** Cancels the job when its work says so. */
const cancelIt = async (client: Client, { work, resultId }: PostedJob): Promise<CancelAnswer> => {
  if (work.cancelledAfterMs === undefined) return null;
  await pause(work.cancelledAfterMs);
  const cancel = { method: 'POST', path: `/jobs/${resultId}/cancel`, wished: [200, 409] };
  return (await client.ask(cancel)).status === 200 ? 'cancelled' : 'too late';
};

/** Uploads to the deposit, posts the job and follows it to its end; answers what is wrong with that end. */
export const postWork = async (client: Client, posting: JobPost): Promise<string[]> => {
  const { group, token, work } = posting;
  const deposit = posting.deposit ?? (await newDeposit(client, posting));
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/(.*)$/.exec(deposit.files) ?? [];
  const uploads = [...uploadsFor(work.operations)];
  await Promise.all(uploads.map(([path, content]) => client.upload({ bucket, key: prefix + path }, content)));
  const depositId = idOf(deposit.id);
  const jobs = `/deposits/${depositId}/importjobs`;
  const body = documentFor(work, group, deposit);
  const posted = await client.ask<Result>({ method: 'POST', path: jobs, body, key: `${token} job`, wished: [201] });
  const job: PostedJob = {
    group,
    resultId: idOf(posted.body.id),
    depositId,
    work,
    preserved: false,
    isCancelled: false,
    deleted: false,
  };
  posting.acknowledged(job);
  const [first] = uploads;
  if (work.spoil === 'origin goes' && first !== undefined) await client.remove({ bucket, key: prefix + first[0] });
  const cancel = await cancelIt(client, job);
  job.isCancelled = cancel === 'cancelled';
  const result = await shownOnce<Result>(client, { path: `${jobs}/results/${job.resultId}` }, ({ status }) =>
    /^completed/.test(status),
  );
  if (posting.deletes) {
    await client.ask({ method: 'DELETE', path: `/deposits/${depositId}`, wished: [204, 404] });
    job.deleted = true;
  }
  job.preserved = result.status === 'completed';
  return isExpected(work, cancel, result)
    ? []
    : [`${group}: ${work.kind}${cancel === null ? '' : ` (${cancel})`} came to ${JSON.stringify(result)}`];
};
