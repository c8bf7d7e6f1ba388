import { expect } from 'chai';
import { openRemoval } from '../../../commands/storage/removal.js';
import { beginArchiving } from '../../../commands/processes/deposits/archive-deposit.js';
import { readDeposit } from '../../../commands/deposit/deposit-stream.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { Deposit } from '../../../commands/deposit/state.js';
import { valueOf } from '../../support/value-of.js';
import { faulty, type Injection } from '../../support/faults/faulty.js';
import { Crash } from '../../support/faults/crashes.js';
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

const FILES = { 'objects/a.txt': 'one', 'objects/b/ä #1 100%.txt': 'two', 'metadata/ad-hoc/📜.txt': 'three' };

/** The calls that change something. */
const EFFECTS: ReadonlySet<string> = new Set(['append', 'put', 'copy', 'delete', 'abortUploads']);

describe('an archiver that is killed', () => {
  let past: Past;
  let deposit: Deposit;
  before(async () => {
    const bench = await openBench();
    deposit = await preservedDeposit(bench, { files: FILES });
    past = await pastOf(bench.world);
    await bench.world.close();
  });

  const through = ({ world, dependencies }: ArchiveBench, inject: Injection): Dependencies => {
    const bytes = faulty(world.bytes, inject);
    return {
      ...dependencies,
      events: faulty(world.events, inject),
      bytes,
      removal: openRemoval(bytes, dependencies.places),
    };
  };
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
  const effectsOf = async (): Promise<number> => {
    const bench = await openBench(past);
    let effects = 0;
    await run(
      through(bench, ({ method }, moment) => void (effects += EFFECTS.has(method) && moment === 'before' ? 1 : 0)),
    );
    await bench.world.close();
    return effects;
  };

  it('goes on to the same end, whichever effect it died before or after', async () => {
    const effects = await effectsOf();
    expect(effects).to.be.at.least(6);
    for (let at = 1; at <= effects; at++)
      for (const when of ['before', 'after'] as const) {
        const bench = await openBench(past);
        let count = 0;
        let isDead = false;
        const dying = through(bench, ({ method }, moment) => {
          if (EFFECTS.has(method) && moment === 'before') count += 1;
          if (EFFECTS.has(method) && moment === when && count === at) isDead = true;
          if (isDead) throw new Crash(`died ${when} effect ${at}`);
        });
        const died: unknown = await run(dying).catch((error: unknown) => error);
        const point = `${when} effect ${at}`;
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
        const told = facts.filter(({ type }) => type.startsWith('DepositArchiv')).map(({ type }) => type);
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
    const dying = through(bench, ({ method }, moment) => {
      if (method === 'delete' && moment === 'after') deletes += 1;
      if (deletes > 0) throw new Crash('died after the first removal');
    });
    expect(await run(dying).catch((error: unknown) => error)).to.be.instanceOf(Crash);
    const { bucket } = bench.dependencies.places.repository;
    const content: string[] = [];
    for await (const { key } of bench.world.bytes.list(bucket, '')) if (key.includes('/content/')) content.push(key);
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
    const first = through(bench, async ({ method }, moment) => {
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
