import { escapePath } from '../../formats/paths/repository-path.js';
import { listsFor, sha256Of, uploadsFor } from '../support/repository/group-model.js';
import type { Client } from './client.js';
import type { Work } from './works.js';

/** A job that the platform has acknowledged. */
export interface Told {
  /** Repository path. */
  readonly group: string;
  /** The id of its result. */
  readonly resultId: string;
  readonly depositId: string;
  readonly work: Work;
  /** Whether it was said to have made a version. */
  preserved: boolean;
  /** Whether its deposit was deleted afterwards, which was acknowledged too. */
  deleted: boolean;
}

interface Deposit {
  readonly id: string;
  readonly files: string;
}

interface Result {
  readonly id: string;
  readonly status: string;
  readonly newVersion: string | null;
  readonly errors: readonly { readonly message: string }[] | null;
}

const lastSegment = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1);

/** Spoils the first binary of a list as the work wants it. */
const spoilt = (binary: object, spoil: Work['spoil']): object => {
  if (spoil === 'wrong digest') return { ...binary, digest: sha256Of('other bytes') };
  if (spoil !== 'missing origin' || !('origin' in binary)) return binary;
  return { ...binary, origin: `${String(binary.origin)}.gone` };
};

const documentFor = (work: Work, group: string, { id, files }: Deposit): object => {
  const lists = listsFor(work.operations, group, files);
  const [first, ...others] = lists['binariesToAdd'] ?? [];
  return {
    deposit: `/deposits/${lastSegment(id)}`, // without a host: a repeated request must be the same text on any port
    archivalGroup: `/repository/${escapePath(group)}`,
    ...(work.name === null ? {} : { archivalGroupName: work.name }),
    ...(work.spoil === 'wrong update' ? { isUpdate: true } : {}),
    ...lists,
    ...(first === undefined ? {} : { binariesToAdd: [spoilt(first, work.spoil), ...others] }),
  };
};

/** What a client posts and where, in parts, so that another way to hand in a job can stand in for a deposit's. */
export interface Posting {
  readonly group: string;
  /** In every idempotency key of this work. */
  readonly token: string;
  readonly work: Work;
  readonly deletes: boolean;
  readonly acknowledged: (job: Told) => void;
}

/** Opens a deposit, uploads, posts the job and follows it to its end; answers what is wrong with that end. */
export const postWork = async (client: Client, posting: Posting): Promise<string[]> => {
  const { group, token, work } = posting;
  const opened = await client.ask<Deposit>({
    method: 'POST',
    path: '/deposits',
    body: { archivalGroup: `/repository/${escapePath(group)}` },
    key: `${token} deposit`,
    wished: [201],
  });
  const deposit = opened.body;
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/(.*)$/.exec(deposit.files) ?? [];
  const uploads = [...uploadsFor(work.operations)];
  await Promise.all(uploads.map(([path, content]) => client.upload({ bucket, key: prefix + path }, content)));
  const depositId = lastSegment(deposit.id);
  const jobs = `/deposits/${depositId}/importjobs`;
  const body = documentFor(work, group, deposit);
  const posted = await client.ask<Result>({ method: 'POST', path: jobs, body, key: `${token} job`, wished: [201] });
  const job: Told = { group, resultId: lastSegment(posted.body.id), depositId, work, preserved: false, deleted: false };
  posting.acknowledged(job);
  const [first] = uploads;
  if (work.spoil === 'origin goes' && first !== undefined) await client.remove({ bucket, key: prefix + first[0] });
  const result = await ended(client, `${jobs}/results/${job.resultId}`);
  if (posting.deletes) {
    await client.ask({ method: 'DELETE', path: `/deposits/${depositId}`, wished: [204, 404] });
    job.deleted = true;
  }
  job.preserved = result.status === 'completed';
  const isGood = result.status === 'completed' && result.newVersion !== null && result.errors === null;
  const isBad = result.status === 'completedWithErrors' && result.newVersion === null && result.errors?.length === 1;
  const isRight = work.spoil === 'origin goes' ? isGood || isBad : work.after === null ? isBad : isGood;
  return isRight ? [] : [`${group}: ${work.kind} came to ${JSON.stringify(result)}`];
};

const ended = async (client: Client, path: string): Promise<Result> => {
  for (;;) {
    const { body } = await client.ask<Result>({ method: 'GET', path, wished: [200] });
    if (/^completed/.test(body.status)) return body;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
};
