import { expect } from 'chai';
import { beginArchiving, claimArchiving } from '../../../commands/processes/deposits/archive-deposit.js';
import { openRemoval } from '../../../commands/storage/removal.js';
import { readDeposit } from '../../../commands/deposit/deposit-stream.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { Deposit } from '../../../commands/deposit/state.js';
import { ByteStoreFault } from '../../../formats/bytes.js';
import { openProjectors, type ReadModelProjectors } from '../../../projections/read-models.js';
import type { ArchivableDepositsView } from '../../../projections/archivable-deposits/archivable-deposits.js';
import { scheduledArchiving, type ArchiveSchedule } from '../../../workers/archiver/archive-schedule.js';
import { archivingJobs } from '../../../workers/archiver/archiver.js';
import { JobRunner } from '../../../workers/job-runner.js';
import {
  factsOf,
  asked,
  LIMIT,
  openBench,
  preservedDeposit,
  upload,
  type ArchiveBench,
} from '../../commands/archiving/archive-bench.js';
import { faulty } from '../../support/faults/faulty.js';
import { until } from '../../support/scheduling/until.js';
import { valueOf } from '../../support/value-of.js';
import { identityOf, silent } from '../support/log-of-facts.js';
import { present } from '../support/present.js';
import { alone } from '../../support/alone.js';

const FILES = { 'objects/a.txt': 'one' };
const ALL = { months: 0, days: 0 };
const HOUR = 3_600_000;

describe('the archiver', () => {
  let bench: ArchiveBench;
  let views: ReadModelProjectors;
  beforeEach(async () => {
    bench = await openBench();
    const { events, documents } = bench.world;
    views = openProjectors({ events, documents, liveness: alone() });
  });
  afterEach(async () => {
    await views.close();
    await bench.world.close();
  });

  const begin = (depositId: string): Promise<unknown> =>
    beginArchiving(bench.dependencies, asked(bench.dependencies), { depositId, before: LIMIT, again: false }).then(
      valueOf,
    );
  const open = async (
    schedule: ArchiveSchedule | null,
    dependencies: Dependencies = bench.dependencies,
    archivable = views.readModels.archivableDeposits,
  ) => {
    await caughtUp();
    const identity = identityOf('archiver', () => true);
    const kinds = [archivingJobs({ dependencies, identity, log: silent })];
    const { jobs, jobsState: state, jobsReached: reached } = views.readModels;
    const queue = { ...jobs, state, reached };
    const presence = present('archiver', { identity });
    const runner = new JobRunner({
      ...{ kinds, queue, presence, log: silent },
      lookEveryMs: 20,
    });
    const scheduled =
      schedule === null ? null : scheduledArchiving({ dependencies, archivable, schedule, log: silent });
    return {
      idle: () => runner.idle(),
      stop: async () => {
        await scheduled?.stop();
        await runner.stop();
      },
    };
  };
  const statusOf = async ({ depositId }: Deposit): Promise<string> =>
    (await readDeposit(bench.dependencies.events, depositId))?.status ?? 'absent';
  const caughtUp = async (): Promise<void> => {
    const head = await bench.dependencies.events.head();
    if (head !== null) await views.readModels.reached(head, 10_000);
  };
  const deposits = async (count: number): Promise<Deposit[]> => {
    const made: Deposit[] = [];
    for (let index = 0; index < count; index++)
      made.push(await preservedDeposit(bench, { files: FILES, group: `letters/${index}` }));
    await caughtUp();
    return made;
  };

  it('carries out what was begun before its start', async () => {
    const [deposit] = await deposits(1);
    await begin(deposit!.depositId);
    const running = await open(null);
    await running.idle();
    expect(await statusOf(deposit!)).to.equal('archived');
    await running.stop();
  });

  it('carries on what another one had begun, which can then change nothing more', async () => {
    const [deposit] = await deposits(1);
    const { depositId } = deposit!;
    await begin(depositId);
    const { jobId } = (await readDeposit(bench.dependencies.events, depositId))!.archiveJob!;
    const claim = { depositId, jobId, epoch: 0, worker: 'an earlier one' };
    expect(await claimArchiving(bench.dependencies, asked(bench.dependencies), claim)).to.equal(1);
    const running = await open(null);
    await running.idle();
    await running.stop();
    const facts = await factsOf(bench.dependencies, depositId);
    const claims = facts.flatMap(({ type, data }) => (type === 'DepositArchivingClaimed' ? [data] : []));
    expect(claims.map(({ epoch, worker }) => ({ epoch, worker }))).to.deep.equal([
      { epoch: 1, worker: 'an earlier one' },
      { epoch: 2, worker: 'archiver' },
    ]);
    expect(facts.at(-1)?.type).to.equal('DepositArchived');
  });

  it('begins nothing by itself without a schedule', async () => {
    const [deposit] = await deposits(1);
    const running = await open(null);
    await running.idle();
    await running.stop();
    expect((await factsOf(bench.dependencies, deposit!.depositId)).at(-1)?.type).to.equal('DepositPreserved');
  });

  it('begins a batch of the oldest ones on its schedule, one after the other', async () => {
    const made = await deposits(3);
    const running = await open({ everyMs: HOUR, firstMs: 0, olderThan: ALL, batch: 2 });
    await until('two are archived', async () => (await statusOf(made[1]!)) === 'archived');
    expect(await Promise.all(made.map(statusOf))).to.deep.equal(['archived', 'archived', 'preserved']);
    await running.stop();
    const [first, second] = await Promise.all(made.map(({ depositId }) => factsOf(bench.dependencies, depositId)));
    expect(first!.at(-1)!.position < second!.find(({ type }) => type === 'DepositArchivingBegun')!.position).to.equal(
      true,
    );
    expect(second!.at(-1)!.metadata.actor).to.deep.equal({ agent: 'archiver', source: 'platform', appId: null });
  });

  it('leaves those that are younger', async () => {
    const [deposit] = await deposits(1);
    let batches = 0;
    const archivable: ArchivableDepositsView = {
      ...views.readModels.archivableDeposits,
      oldest: (before, limit) => {
        batches += 1;
        return views.readModels.archivableDeposits.oldest(before, limit);
      },
    };
    const schedule = { everyMs: 1, firstMs: 0, olderThan: { months: 6, days: 0 }, batch: 25 };
    const running = await open(schedule, bench.dependencies, archivable);
    await until('two batches were looked for', () => batches >= 2);
    await running.stop();
    expect((await factsOf(bench.dependencies, deposit!.depositId)).at(-1)?.type).to.equal('DepositPreserved');
  });

  it('goes on with the next where one cannot be archived, and does not try that one again', async () => {
    const [spoilt, whole] = await deposits(2);
    await upload(bench, spoilt!, { 'objects/late.txt': 'late' });
    const running = await open({ everyMs: 5, firstMs: 0, olderThan: ALL, batch: 1 });
    await until('the second is archived', async () => (await statusOf(whole!)) === 'archived');
    await running.stop();
    const types = (await factsOf(bench.dependencies, spoilt!.depositId)).map(({ type }) => type);
    expect(types.filter((type) => type === 'DepositArchivingFailed')).to.have.length(1);
    expect(await statusOf(spoilt!)).to.equal('preserved');
  });

  it('tries again where the store is away', async () => {
    const [deposit] = await deposits(1);
    let failures = 0;
    const bytes = faulty(bench.world.bytes, ({ method }, moment) => {
      if (method !== 'delete' || moment !== 'before' || failures > 0) return;
      failures += 1;
      throw new ByteStoreFault('store-unavailable', 'the store is away');
    });
    await begin(deposit!.depositId);
    const running = await open(null, {
      ...bench.dependencies,
      bytes,
      removal: openRemoval(bytes, bench.dependencies.places),
    });
    await until('it is archived', async () => (await statusOf(deposit!)) === 'archived');
    await running.stop();
    expect(failures).to.equal(1);
  });

  for (const [code, what] of [
    ['store-denied', 'not allowed'],
    ['store-full', 'there is no room left on the disk of the object store'],
  ] as const)
    it(`ends the job where the store refuses: ${code}`, async () => {
      const [deposit] = await deposits(1);
      const bytes = faulty(bench.world.bytes, ({ method }, moment) => {
        if (method === 'delete' && moment === 'before') throw new ByteStoreFault(code, what);
      });
      await begin(deposit!.depositId);
      const running = await open(null, {
        ...bench.dependencies,
        bytes,
        removal: openRemoval(bytes, bench.dependencies.places),
      });
      await running.idle();
      await running.stop();
      const job = (await readDeposit(bench.dependencies.events, deposit!.depositId))?.archiveJob;
      expect(job).to.deep.include({ status: 'completedWithErrors', errors: [{ path: null, message: what }] });
    });
});
