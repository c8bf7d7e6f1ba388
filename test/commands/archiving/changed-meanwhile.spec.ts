import { expect } from 'chai';
import { archive, openBench, preservedDeposit, workspace, type ArchiveBench } from './archive-bench.js';
import { FILES } from './deposits-to-archive.js';

describe('archiving a deposit removes no file', () => {
  let bench: ArchiveBench;
  beforeEach(async () => {
    bench = await openBench();
  });
  afterEach(() => bench.world.close());

  it('that was replaced after it was compared', async () => {
    const deposit = await preservedDeposit(bench, { files: FILES });
    const { bucket, prefix } = deposit.files;
    const late = { bucket, key: `${prefix}objects/a.txt` };
    const dependencies = onceVerified(bench, () =>
      bench.world.bytes.put(late, Buffer.from('eno')).then(() => undefined),
    );
    const reasons = await archive(dependencies, deposit.depositId);
    expect(reasons).to.deep.equal(['objects/a.txt: The file was added or changed while the deposit was archived.']);
    expect((await workspace(bench, late.key)).get(late.key)).to.equal('eno');
  });

  it('that arrived after it was compared', async () => {
    const deposit = await preservedDeposit(bench, { files: FILES });
    const { bucket, prefix } = deposit.files;
    const late = { bucket, key: `${prefix}objects/late.txt` };
    const dependencies = onceVerified(bench, () =>
      bench.world.bytes.put(late, Buffer.from('late')).then(() => undefined),
    );
    const reasons = await archive(dependencies, deposit.depositId);
    expect(reasons).to.deep.equal(['objects/late.txt: The file was added or changed while the deposit was archived.']);
    expect((await workspace(bench, late.key)).get(late.key)).to.equal('late');
  });
});

/** The same stores, but something happens between the comparison and the removal. */
const onceVerified = ({ dependencies }: ArchiveBench, happens: () => Promise<void>): ArchiveBench['dependencies'] => {
  const { events } = dependencies;
  const interposed = Object.create(events, {
    append: {
      value: async (...args: Parameters<typeof events.append>) => {
        const appended = await events.append(...args);
        if (args[1].some(({ type }) => type === 'DepositArchivingVerified')) await happens();
        return appended;
      },
    },
  }) as typeof events;
  return { ...dependencies, events: interposed };
};
