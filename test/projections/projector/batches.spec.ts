import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import type { RecordedFact } from '../../../events/envelope.js';
import type { Delivery } from '../../../events/store.js';
import { batches } from '../../../projections/projector/batches.js';
import { recorded } from '../../workers/support/log-of-facts.js';

const factsFrom = (first: number, count: number): RecordedFact[] =>
  Array.from({ length: count }, (_, index) => recorded('deposit-1', first + index));

/** Delivers each portion at once, and a few turns of the event loop between one and the next. */
async function* inPortions(...portions: readonly (readonly RecordedFact[])[]): AsyncGenerator<Delivery> {
  for (const portion of portions) {
    for (const fact of portion) yield { kind: 'fact', fact };
    for (let turn = 0; turn < 4; turn++) await setImmediate();
  }
}

const lengths = async (deliveries: AsyncIterable<Delivery>, most: number): Promise<number[]> => {
  const found: number[] = [];
  for await (const { facts } of batches(deliveries, most)) found.push(facts.length);
  return found;
};

describe('a run of facts', () => {
  it('takes along what comes at once behind many', async () => {
    expect(await lengths(inPortions(factsFrom(0, 20), factsFrom(20, 15)), 100)).to.deep.equal([35]);
  });

  it('does not wait for more where there are few', async () => {
    expect(await lengths(inPortions(factsFrom(0, 3), factsFrom(3, 3)), 100)).to.deep.equal([3, 3]);
  });

  it('is never longer than it may be', async () => {
    expect(await lengths(inPortions(factsFrom(0, 250)), 100)).to.deep.equal([100, 100, 50]);
  });
});
