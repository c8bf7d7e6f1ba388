import { expect } from 'chai';
import { deleteDeposit } from '../../../commands/processes/deposits/delete-deposit.js';
import { lockDeposit } from '../../../commands/processes/deposits/lock-deposit.js';
import { readHeadOfGroup } from '../../../commands/reads/read-group.js';
import { valueOf } from '../../support/value-of.js';
import {
  archive,
  asked,
  factsOf,
  GROUP,
  openBench,
  preservedDeposit,
  workspace,
  type ArchiveBench,
} from './archive-bench.js';
import { FILES, pathsOf, stateOf } from './deposits-to-archive.js';

describe('an archive job that completes', () => {
  let bench: ArchiveBench;
  beforeEach(async () => {
    bench = await openBench();
  });
  afterEach(() => bench.world.close());

  it('writes when it was archived, as plain text', async () => {
    const deposit = await preservedDeposit(bench, { files: FILES });
    await archive(bench.dependencies, deposit.depositId);
    const at = { bucket: deposit.files.bucket, key: `${deposit.files.prefix}archived.txt` };
    expect((await bench.world.bytes.head(at))?.contentType).to.equal('text/plain');
    expect((await workspace(bench, at.key)).get(at.key)).to.match(/^2026-03-01T\d\d:\d\d:\d\d\.\d{7}Z\n$/);
  });

  it('records which version has what it removed', async () => {
    const deposit = await preservedDeposit(bench, { files: FILES });
    await archive(bench.dependencies, deposit.depositId);
    const facts = await factsOf(bench.dependencies, deposit.depositId);
    expect(facts.slice(-4).map(({ type }) => type)).to.deep.equal([
      'DepositArchivingBegun',
      'DepositArchivingClaimed',
      'DepositArchivingVerified',
      'DepositArchived',
    ]);
    expect(facts.at(-2)?.data).to.include({ archivalGroup: GROUP, version: 'v1', files: 3, bytes: 11 });
    expect(facts.at(-1)?.data).to.include({ removed: 3 });
  });

  it('releases the lock, and leaves the time of the last modification', async () => {
    const deposit = await preservedDeposit(bench, { files: FILES });
    valueOf(
      await lockDeposit(bench.dependencies, asked(bench.dependencies), { depositId: deposit.depositId, force: false }),
    );
    const { lastModified, lastModifiedBy } = await stateOf(bench, deposit);
    await archive(bench.dependencies, deposit.depositId);
    const { lock, ...after } = await stateOf(bench, deposit);
    expect(lock).to.equal(null);
    expect(after).to.include({ lastModified, lastModifiedBy });
  });

  it('leaves a deposit that can be deleted', async () => {
    const deposit = await preservedDeposit(bench, { files: FILES });
    await archive(bench.dependencies, deposit.depositId);
    valueOf(await deleteDeposit(bench.dependencies, asked(bench.dependencies), deposit.depositId));
    expect(await pathsOf(bench, deposit)).to.deep.equal([]);
    expect(await readHeadOfGroup(bench.dependencies, GROUP)).to.not.equal(null);
  });
});
