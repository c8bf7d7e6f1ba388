import { expect } from 'chai';
import { losingRecords, undisturbed } from '../../support/simulation/chains.js';
import { SCHEDULES } from '../../support/simulation/sampling.js';
import { SEED } from '../../support/random/seed.js';

describe(`work while all shared records are lost, again and again (MUNIMENT_TEST_SEED=${SEED})`, () => {
  it('ends as without faults: no version, no activity, no key of a job is lost, and none is left over', async () => {
    const { versions } = await undisturbed();
    for (let seed = SEED; seed < SEED + SCHEDULES / 3; seed++) {
      const { faults, losses, ...found } = await losingRecords(seed);
      const story = `MUNIMENT_TEST_SEED=${seed}\n${found.story.join('\n')}`;
      expect(losses, story).to.be.greaterThan(0);
      expect(faults, story).to.deep.equal([]);
      expect(found.versions, story).to.deep.equal(versions);
    }
  });
});
