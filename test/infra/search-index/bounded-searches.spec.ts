import { expect } from 'chai';
import { boundedSearches } from '../../../infra/search-index/bounded-searches.js';

/** A search whose end is decided by the test. */
const heldSearch = () => {
  let end: (found: string) => void = () => undefined;
  let runs = 0;
  const found = new Promise<string>((resolve) => (end = resolve));
  const run = (): Promise<string> => {
    runs++;
    return found;
  };
  return { run, end, runs: () => runs };
};

const outcome = (search: Promise<string>): Promise<unknown> => search.catch((error: unknown) => error);

describe('searches that wait for each other', () => {
  it('share one run where they are the same', async () => {
    const search = boundedSearches({ searchMs: 10_000, waitingSearches: 1 });
    const held = heldSearch();
    const [one, other] = [search('a', held.run, 'a'), search('a', held.run, 'a')];
    held.end('found');
    expect(await Promise.all([one, other])).to.deep.equal(['found', 'found']);
    expect(held.runs()).to.equal(1);
  });

  it('run again when the first one is over', async () => {
    const search = boundedSearches({ searchMs: 10_000, waitingSearches: 1 });
    expect(await search('a', () => Promise.resolve('first'), 'a')).to.equal('first');
    expect(await search('a', () => Promise.resolve('second'), 'a')).to.equal('second');
  });

  it('are refused as a transient fault where too many wait, without being begun', async () => {
    const search = boundedSearches({ searchMs: 10_000, waitingSearches: 2 });
    const [first, second, third] = [heldSearch(), heldSearch(), heldSearch()];
    const running = search('a', first.run, 'a');
    const waiting = search('b', second.run, 'b');
    expect(await outcome(search('c', third.run, 'c'))).to.include({ code: 'search-busy', transient: true });
    first.end('one');
    await running;
    second.end('two');
    expect(await waiting).to.equal('two');
    expect(third.runs()).to.equal(0);
  });

  it('are given up after their time, and those that wait are never begun', async () => {
    const search = boundedSearches({ searchMs: 20, waitingSearches: 5 });
    const [stuck, behind] = [heldSearch(), heldSearch()];
    const outcomes = await Promise.all([outcome(search('a', stuck.run, 'a')), outcome(search('b', behind.run, 'a'))]);
    for (const each of outcomes) expect(each).to.include({ code: 'search-timeout', transient: true });
    stuck.end('late');
    expect(await search('c', () => Promise.resolve('found'), 'a')).to.equal('found');
    expect(behind.runs()).to.equal(0);
  });

  it('pass on what fails', async () => {
    const search = boundedSearches({ searchMs: 10_000, waitingSearches: 1 });
    expect(await outcome(search('a', () => Promise.reject(new Error('no disk')), 'a'))).to.include({
      message: 'no disk',
    });
    expect(await search('a', () => Promise.resolve('found'), 'a')).to.equal('found');
  });

  it('of a caller that asks for many leave room for others, whose turn comes next', async () => {
    const search = boundedSearches({ searchMs: 10_000, waitingSearches: 8 });
    const held = heldSearch();
    const ended: string[] = [];
    const told = (name: string) => (): Promise<string> => Promise.resolve(void ended.push(name)).then(() => name);
    const running = search('running', held.run, 'a');
    const own = ['a1', 'a2', 'a3'].map((name) => search(name, told(name), 'a'));
    expect(await outcome(search('a4', told('a4'), 'a'))).to.include({ code: 'search-busy' });
    const other = search('b', told('b'), 'b');
    held.end('found');
    await Promise.all([running, ...own, other]);
    expect(ended).to.deep.equal(['a1', 'b', 'a2', 'a3']);
  });
});
