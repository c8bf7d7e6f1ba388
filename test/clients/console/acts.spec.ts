import { expect } from 'chai';
import { actsOf, type HistoryEntry } from '../../../clients/console/api/history.js';

describe('an act in a history', () => {
  const entry = (type: string, correlationId: string): HistoryEntry => ({
    ...{ id: `${type} ${correlationId}`, type, correlationId, at: '2026-11-29T16:32:36.382Z' },
    ...{ agent: 'http://localhost/agents/ann', of: 'http://localhost/deposits/d1', sentence: type, links: [] },
  });
  /** Of events from the oldest to the newest. */
  const toldOf = (...types: readonly string[]) =>
    actsOf(types.map((type) => entry(type, 'one')).toReversed()).map(({ told }) => told.type);

  it('is told by what came of the request', () => {
    expect(toldOf('ImportRequested', 'VersionCommitDecided', 'DepositPreserved')).to.deep.equal(['DepositPreserved']);
    expect(toldOf('DepositTaken', 'DepositCreated', 'DepositLocked')).to.deep.equal(['DepositCreated']);
    expect(toldOf('DepositTaken', 'DepositCreated', 'DepositFilesArrived')).to.deep.equal(['DepositFilesArrived']);
  });

  it('is told by what was asked for, where nothing says what came of it', () => {
    expect(toldOf('DepositLocked', 'DepositPatched')).to.deep.equal(['DepositLocked']);
  });

  it('stands in the place of its newest event', () => {
    const entries = [entry('B', 'two'), entry('A', 'one'), entry('B', 'one'), entry('A', 'two')];
    expect(actsOf(entries).map(({ key, entries: caused }) => [key, caused.length])).to.deep.equal([
      ['two', 2],
      ['one', 2],
    ]);
  });
});
