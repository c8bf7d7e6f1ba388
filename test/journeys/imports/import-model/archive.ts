import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { escapePath } from '../../../../formats/paths/repository-path.js';
import { heldJobs } from '../../../support/platform/held-jobs.js';
import { startTestPlatform } from '../../../support/platform/test-platform.js';
import type { Reply } from '../../../support/http/call-on.js';
import type { DepositModel, JobModel, Model, Wish } from './model.js';
import { NAME } from './model.js';

interface OpenedDeposit {
  readonly id: string;
  readonly files: string;
}

interface Resource {
  readonly id: string;
  readonly name: string;
  readonly digest: string;
}

/** A platform on which jobs wait until they are told to run, and two groups of which nobody else knows. */
export interface Archive {
  open(group: number, key: string): Promise<Reply<OpenedDeposit>>;
  put(deposit: DepositModel, file: string, content: string): Promise<void>;
  remove(deposit: DepositModel, file: string): Promise<void>;
  post(deposit: DepositModel, wishes: readonly Wish[], key: string): Promise<Reply<OpenedDeposit>>;
  /** Any other request about a deposit; `what` follows its address. */
  on(deposit: DepositModel, method: string, what?: string): Promise<Reply>;
  run(): Promise<void>;
  /** Compares all that can be seen with the model. */
  agreesWith(model: Model): Promise<void>;
}

const LISTS = {
  add: 'binariesToAdd',
  patch: 'binariesToPatch',
  delete: 'binariesToDelete',
  rename: 'binariesToRename',
} as const;

const lastSegment = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1);

/** Starts the platform once; `fresh` gives an archive with groups of its own. */
export const openArchives = async (): Promise<{ fresh(): Promise<Archive>; close(): Promise<void> }> => {
  const jobs = heldJobs();
  const platform = await startTestPlatform({ ports: jobs.ports });
  const { call, s3 } = platform;
  const run = async (): Promise<void> => {
    jobs.letGo();
    await platform.settle();
    jobs.hold();
  };
  const bucket = platform.ready.s3.workspaceBucket;
  const keyOf = ({ id }: DepositModel, file: string): string => `deposits/${id}/${file}`;

  const fresh = async (): Promise<Archive> => {
    await run();
    const container = `model ${randomUUID()}`;
    const pathOf = (group: number): string => `/repository/${escapePath(`${container}/group ${group}`)}`;
    expect((await call('PUT', `/repository/${escapePath(container)}`)).status).to.equal(201);

    const jobFor = ({ id, group }: DepositModel, wishes: readonly Wish[]): object => {
      const lists: Record<string, object[]> = {};
      for (const { verb, file } of wishes)
        (lists[LISTS[verb]] ??= []).push({
          id: `${pathOf(group)}/${file}`,
          ...(verb === 'rename' ? { name: `Renamed ${file}` } : {}),
          ...(verb === 'add' || verb === 'patch' ? { origin: `s3://${bucket}/deposits/${id}/${file}` } : {}),
        });
      return { deposit: `/deposits/${id}`, archivalGroup: pathOf(group), archivalGroupName: NAME, ...lists };
    };

    const depositAgrees = async ({ id, status, active, versionPreserved }: DepositModel): Promise<void> => {
      const reply = await call<object>('GET', `/deposits/${id}`);
      expect(reply.status).to.equal(status === 'deleted' ? 404 : 200);
      if (status !== 'deleted') expect(reply.body).to.include({ status, active, versionPreserved });
    };
    const jobAgrees = async ({ result, status, newVersion }: JobModel): Promise<void> => {
      expect((await call<object>('GET', result)).body).to.include({ status, newVersion });
    };
    const groupAgrees = async (group: number, { versions }: Model['groups'][number]): Promise<void> => {
      const { status, body } = await call<{ binaries: Resource[]; versions: unknown[] }>('GET', pathOf(group));
      const head = versions.at(-1);
      expect(status).to.equal(head === undefined ? 404 : 200);
      if (head === undefined) return;
      expect(body.versions).to.have.length(versions.length);
      const seen = body.binaries.map(({ id, name, digest }) => [lastSegment(id), name, digest]);
      const wanted = [...head.binaries].map(([path, { name, sha256 }]) => [path, name ?? path, sha256]);
      expect(seen).to.have.deep.members(wanted);
    };

    return {
      open: (group, key) => call('POST', '/deposits', { archivalGroup: pathOf(group) }, { 'idempotency-key': key }),
      put: async (deposit, file, content) => {
        await s3.put({ bucket, key: keyOf(deposit, file) }, Buffer.from(content));
      },
      remove: (deposit, file) => s3.delete(bucket, [keyOf(deposit, file)]),
      post: (deposit, wishes, key) =>
        call('POST', `/deposits/${deposit.id}/importjobs`, jobFor(deposit, wishes), { 'idempotency-key': key }),
      on: ({ id }, method, what = '') => call(method, `/deposits/${id}${what}`),
      run,
      async agreesWith({ deposits, jobs: posted, groups }) {
        for (const deposit of deposits) await depositAgrees(deposit);
        for (const job of posted) await jobAgrees(job);
        for (const [index, group] of groups.entries()) await groupAgrees(index, group);
      },
    };
  };
  const close = async (): Promise<void> => {
    await run();
    await platform.remove();
  };
  return { fresh, close };
};
