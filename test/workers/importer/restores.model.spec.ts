import { expect } from 'chai';
import { SEED } from '../../support/seed.js';
import { newRestoreTally, runRestores } from '../../support/restores/restore-model.js';
import { atDepth } from '../../support/depth.js';

const SCHEDULES = atDepth(40);

describe('restores of log and bucket from random moments', () => {
  it('never lose a key that an inventory names, and serve each group rightly or refuse it by name', async () => {
    const tally = newRestoreTally();
    for (let seed = SEED; seed < SEED + SCHEDULES; seed++) await runRestores(seed, tally);
    expect(tally.violations).to.deep.equal([]);
    // A model that never comes to what it is about would prove nothing.
    expect(tally.groupsServed).to.be.above(0);
    expect(tally.groupsRefused).to.be.above(0);
    expect(tally.importsServed).to.be.above(0);
    expect(tally.importsRefused.size).to.be.above(1);
    expect(tally.deleted.get('repository') ?? 0).to.be.above(0);
  });
});
