import { expect } from 'chai';
import { runInSlices } from '../../flow/run-in-slices.js';
import { eachSliced, firstSliced, mapSliced, runToEnd, SLICE } from '../../flow/slices.js';
import { turnsOfOthers } from '../support/scheduling/turns-of-others.js';

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('computation in slices', () => {
  it('does everything in order, whether others have their turn or not', async () => {
    const [some, all]: [number[], number[]] = [[], []];
    runToEnd(eachSliced(upTo(2 * SLICE), (item) => some.push(item)));
    await runInSlices(eachSliced(upTo(2 * SLICE), (item) => all.push(item)));
    expect(some).to.deep.equal(upTo(2 * SLICE));
    expect(all).to.deep.equal(some);
  });

  it('asks no further once it has an answer', () => {
    let asked = 0;
    const answer = runToEnd(firstSliced(upTo(100), (item) => (++asked > 0 && item === 7 ? 'seven' : null)));
    expect([answer, asked]).to.deep.equal(['seven', 8]);
    expect(runToEnd(firstSliced(upTo(100), () => null))).to.equal(null);
  });

  it('makes something of every item', () => {
    expect(runToEnd(mapSliced([1, 2, 3], (item) => item * 2))).to.deep.equal([2, 4, 6]);
  });

  it('lets the event loop go round after each slice', async () => {
    expect(await turnsOfOthers(runInSlices(eachSliced(upTo(100), () => undefined, 5)))).to.be.within(18, 22);
  });
});
