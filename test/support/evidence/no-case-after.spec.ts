import { expect } from 'chai';
import fc from 'fast-check';
import { noCaseAfter } from './no-case-after.js';

describe('the time that a property has', () => {
  it('begins no case after it, and lets the first go on to its end', async () => {
    const ended: number[] = [];
    const property = fc.asyncProperty(fc.integer(), async (value) => {
      await new Promise(setImmediate);
      ended.push(value);
    });
    await fc.assert(property, { numRuns: 100, plugins: [noCaseAfter(-1)] });
    expect(ended).to.have.length(1);
  });
});
