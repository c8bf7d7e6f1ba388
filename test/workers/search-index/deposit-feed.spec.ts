import { expect } from 'chai';
import { descriptionOf } from '../../../events/deposit-description.js';
import type { DepositFact } from '../../../events/deposit.js';
import type { Position, RecordedFact } from '../../../events/envelope.js';
import type { ListedDeposit } from '../../../projections/deposits/deposit-document.js';
import { spansFields } from '../../../projections/search/joined-fields.js';
import { depositFeed } from '../../../workers/search-index/deposit-feed.js';
import { memoryIndex, type MemoryIndex } from '../../support/search/memory-index.js';
import { platformFact } from '../../support/facts/platform-fact.js';
import { identityOf } from '../support/log-of-facts.js';

const at = (second: number): string => `2026-11-21T06:00:0${second}.0000000Z`;

const created = (depositId: string, rest: Partial<ListedDeposit> = {}): DepositFact => ({
  type: 'DepositCreated',
  data: {
    depositId,
    template: 'None',
    archivalGroup: null,
    ...descriptionOf({}),
    files: { bucket: 'workspace', prefix: `deposits/${depositId}/` },
    admission: null,
    by: 'ada',
    at: at(1),
    ...rest,
  },
});

describe('the deposits in the index of deposits', () => {
  let index: MemoryIndex;
  let position = 0;
  beforeEach(() => {
    index = memoryIndex();
    position = 0;
  });

  const recorded = (fact: DepositFact): RecordedFact<DepositFact> => ({
    ...platformFact(fact, identityOf('test')),
    stream: `deposit-${fact.data.depositId}`,
    revision: BigInt(position),
    position: String(++position).padStart(8, '0') as Position,
  });
  const follow = async (...facts: DepositFact[]): Promise<void> => {
    for await (const change of depositFeed.changes(facts.map(recorded), index, new AbortController().signal))
      await index.apply(change);
  };
  const found = async (needle: string): Promise<string[]> =>
    (await index.search(needle, { page: 0, pageSize: 10 }, '')).entries.map(({ key }) => key);

  it('are found by id, archival group, its name, and submission text', async () => {
    await follow(
      created('d1', { archivalGroup: 'letters/1911', archivalGroupName: 'Briefe', submissionText: 'From the attic' }),
      created('e2'),
    );
    for (const needle of ['d1', 'ters/19', 'briefe', 'ATTIC'])
      expect(await found(needle), needle).to.deep.equal(['d1']);
    expect(await found('e2')).to.deep.equal(['e2']);
    expect(await found('null')).to.deep.equal([]);
  });

  it('are not found by a needle that lies across two fields', async () => {
    await follow(created('d1', { submissionText: 'ends with one', archivalGroupName: 'two begins' }));
    for (const needle of ['one two', 'onetwo', 'one\ntwo']) expect(await found(needle), needle).to.deep.equal([]);
    const separator = /one(.*)two/su.exec(index.texts()[0]!)![1]!;
    expect(spansFields(`one${separator}two`)).to.equal(true);
    await follow(created('d2', { archivalGroupName: `one${separator}two` }));
    expect(await found('one two')).to.deep.equal(['d2']);
  });

  it('are found by what they became, active or not, and not after they were deleted', async () => {
    await follow(created('d1', { archivalGroupName: 'before' }));
    await follow(
      { type: 'DepositDescribed', data: { depositId: 'd1', archivalGroupName: 'afterwards', by: 'bob', at: at(2) } },
      { type: 'DepositDeactivated', data: { depositId: 'd1', by: 'bob', at: at(3) } },
    );
    expect(await found('before')).to.deep.equal([]);
    expect(await found('afterwards')).to.deep.equal(['d1']);
    const { about } = index.entries.get('d1')!;
    expect(about).to.include({ active: false, lastModifiedBy: 'bob', lastModified: at(3), created: at(1) });
    await follow({ type: 'DepositDeleted', data: { depositId: 'd1', by: 'bob', at: at(4) } });
    expect(index.entries.size).to.equal(0);
  });

  it('that come and go within one batch leave nothing', async () => {
    await follow(created('d1'), { type: 'DepositDeleted', data: { depositId: 'd1', by: 'bob', at: at(4) } });
    expect(index.entries.size).to.equal(0);
  });

  it('that the facts create are not asked of the index, others once', async () => {
    const lock = (depositId: string): DepositFact => ({
      type: 'DepositLocked',
      data: { depositId, by: 'ada', at: at(2) },
    });
    await follow(created('d1'), lock('d1'), created('d2'));
    expect(index.read).to.deep.equal([]);
    await follow(lock('d2'), created('d3'), lock('d2'), lock('d1'));
    expect(index.read).to.deep.equal(['d2', 'd1']);
  });

  it('are sorted by their creation, the newest first', async () => {
    await follow(
      created('d1', { submissionText: 'x', ...({ at: at(1) } as object) }),
      created('d2', { submissionText: 'x', ...({ at: at(3) } as object) }),
      created('d3', { submissionText: 'x', ...({ at: at(2) } as object) }),
    );
    expect(await found('x')).to.deep.equal(['d2', 'd3', 'd1']);
  });
});
