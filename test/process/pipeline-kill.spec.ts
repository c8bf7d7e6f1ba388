import { expect } from 'chai';
import { fire } from '../fire/fire.js';
import { atDepth } from '../support/random/depth.js';
import { SEED } from '../support/random/seed.js';

const KILLS = atDepth(8);

describe(`pipeline runs whose process is killed ${KILLS} times (MUNIMENT_TEST_SEED=${SEED})`, () => {
  it('end once each, with every file scanned once a run, one set of outputs, and nothing left behind', async () => {
    const options = { kills: KILLS, seed: SEED, minutes: 60, lanes: 1, onlyAtSteps: false };
    const { tally, over } = fire({ ...options, only: 'pipeline' });
    await over;
    expect(tally.violations).to.deep.equal([]);
    expect(tally.runs).to.be.greaterThan(0);
  });
});
