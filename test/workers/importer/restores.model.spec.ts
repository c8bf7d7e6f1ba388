import { expect } from 'chai';
import { SEED } from '../../support/random/seed.js';
import { newRestoreTally, runRestores, type RestoreTally } from '../../support/restores/restore-model.js';
import { atDepth } from '../../support/random/depth.js';

const MOST = 40;
const SCHEDULES = atDepth(MOST);

/** How often, or in how many ways, the model came to what it is about: never would prove nothing. */
const metBy = ({ groupsServed, groupsRefused, importsServed, importsRefused, deleted }: RestoreTally) => ({
  groupsServed,
  groupsRefused,
  importsServed,
  secondReasonOfRefusal: importsRefused.size - 1,
  deleted: deleted.get('repository') ?? 0,
});

const hasMetAll = (tally: RestoreTally): boolean => Object.values(metBy(tally)).every((times) => times > 0);

describe('restores of log and bucket from random moments', () => {
  it('never lose a key that an inventory names, and serve each group rightly or refuse it by name', async () => {
    const tally = newRestoreTally();
    // A few schedules may not come to all of it, so there may be more of them.
    for (let run = 0; run < SCHEDULES || (run < MOST && !hasMetAll(tally)); run++) await runRestores(SEED + run, tally);
    expect(tally.violations).to.deep.equal([]);
    for (const [what, times] of Object.entries(metBy(tally))) expect(times, what).to.be.above(0);
  });
});
