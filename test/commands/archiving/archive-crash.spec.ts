import { expect } from 'chai';
import { openRemoval } from '../../../commands/storage/removal.js';
import { beginArchiving } from '../../../commands/processes/deposits/archive-deposit.js';
import { readDeposit } from '../../../commands/deposit/deposit-stream.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { Deposit } from '../../../commands/deposit/state.js';
import { valueOf } from '../../support/value-of.js';
import { faulty, type Injection } from '../../support/faults/faulty.js';
import { Crash, crashPoints, dyingAt, type MortalProcess } from '../../support/faults/crashes.js';
import { pastOf, type Past } from '../../support/simulation/world.js';
import {
  asked,
  factsOf,
  finish,
  LIMIT,
  openBench,
  preservedDeposit,
  workspace,
  type ArchiveBench,
} from './archive-bench.js';
import { keysIn } from '../../support/s3/keys-in.js';

const FILES = { 'objects/a.txt': 'one', 'objects/b/ä #1 100%.txt': 'two', 'metadata/ad-hoc/📜.txt': 'three' };

describe('an archiver that is killed', () => {
  let past: Past;
  let deposit: Deposit;
  before(async () => {
    const bench = await openBench();
    deposit = await preservedDeposit(bench, { files: FILES });
    past = await pastOf(bench.world);
    await bench.world.close();
  });

  const through = ({ world, dependencies }: ArchiveBench, process: Pick<MortalProcess, 'through'>): Dependencies => {
    const bytes = process.through(world.bytes);
    return {
      ...dependencies,
      events: process.through(world.events),
      bytes,
      removal: openRemoval(bytes, dependencies.places),
    };
  };
  const disturbed = (bench: ArchiveBench, inject: Injection): Dependencies =>
    through(bench, { through: (port) => faulty(port, inject) });
  const run = async (dependencies: Dependencies): Promise<void> => {
    valueOf(
      await beginArchiving(dependencies, asked(dependencies), {
        depositId: deposit.depositId,
        before: LIMIT,
        again: false,
      }),
    );
    await finish(dependencies, deposit.depositId);
  };
  it('goes on to the same end, whichever effect it died before or after', async () => {
    const whole = await openBench(past);
    const alive = dyingAt(null);
    await run(through(whole, alive));
    await whole.world.close();
    expect(alive.effects()).to.be.at.least(6);
    for (const crash of crashPoints(alive.effects())) {
      const bench = await openBench(past);
      const dying = through(bench, dyingAt(crash));
      const point = JSON.stringify(crash);
      const died: unknown = await run(dying).catch((error: unknown) => error);
      expect(died, point).to.be.instanceOf(Crash);
      const begun = (await factsOf(bench.dependencies, deposit.depositId)).some(
        (fact) => fact.type === 'DepositArchivingBegun',
      );
      if (begun) await finish(bench.dependencies, deposit.depositId);
      else await run(bench.dependencies);
      const { status, archiveJob } = (await readDeposit(bench.dependencies.events, deposit.depositId))!;
      expect({ status, job: archiveJob?.status }, point).to.deep.equal({ status: 'archived', job: 'completed' });
      const { prefix } = deposit.files;
      expect([...(await workspace(bench, prefix)).keys()], point).to.deep.equal([
        `${prefix}archived.txt`,
        `${prefix}mets.xml`,
      ]);
      const facts = await factsOf(bench.dependencies, deposit.depositId);
      const told = facts
        .map(({ type }) => type)
        .filter((type) => type.startsWith('DepositArchiv') && type !== 'DepositArchivingClaimed');
      expect(told.slice(-3), point).to.deep.equal([
        'DepositArchivingBegun',
        'DepositArchivingVerified',
        'DepositArchived',
      ]);
      expect(facts.at(-1)?.data, point).to.include({ removed: 3 });
      await finish(bench.dependencies, deposit.depositId);
      expect(await factsOf(bench.dependencies, deposit.depositId), point).to.have.length(facts.length);
      await bench.world.close();
    }
  });

  it('removes nothing more where the content is lost meanwhile', async () => {
    const bench = await openBench(past);
    let deletes = 0;
    const dying = disturbed(bench, ({ method }, moment) => {
      if (method === 'delete' && moment === 'after') deletes += 1;
      if (deletes > 0) throw new Crash('died after the first removal');
    });
    expect(await run(dying).catch((error: unknown) => error)).to.be.instanceOf(Crash);
    const { bucket } = bench.dependencies.places.repository;
    const content = (await keysIn(bench.world.bytes, bucket)).filter((key) => key.includes('/content/'));
    await bench.world.bytes.delete(bucket, content);
    const before = await workspace(bench, deposit.files.prefix);
    await finish(bench.dependencies, deposit.depositId);
    expect(await workspace(bench, deposit.files.prefix)).to.deep.equal(before);
    const { status, archiveJob } = (await readDeposit(bench.dependencies.events, deposit.depositId))!;
    expect({ status, job: archiveJob?.status }).to.deep.equal({ status: 'preserved', job: 'completedWithErrors' });
    await bench.world.close();
  });

  it('and was only paused removes nothing after another one has ended the job', async () => {
    const bench = await openBench(past);
    const first = disturbed(bench, async ({ method }, moment) => {
      if (method !== 'delete' || moment !== 'before') return;
      // The other one ends the job while this one is about to delete its first batch.
      await finish(bench.dependencies, deposit.depositId);
    });
    await run(first);
    const facts = await factsOf(bench.dependencies, deposit.depositId);
    expect(facts.filter(({ type }) => type === 'DepositArchived')).to.have.length(1);
    expect(facts.filter(({ type }) => type === 'DepositArchivingFailed')).to.have.length(0);
    await bench.world.close();
  });
});
