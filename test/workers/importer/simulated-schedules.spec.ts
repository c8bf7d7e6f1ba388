import { expect } from 'chai';
import { scheduleOf, undisturbed } from '../../support/simulation/chains.js';
import { turnsOfOthers } from '../../support/scheduling/turns-of-others.js';
import { SCHEDULES } from '../../support/simulation/sampling.js';
import { SEED } from '../../support/random/seed.js';

/** Schedules that once brought a fault to light. */
const REMEMBERED: readonly number[] = [456044];

describe(`imports of two groups under ${SCHEDULES} random schedules (MUNIMENT_TEST_SEED=${SEED})`, () => {
  let versions: readonly string[];
  before(async () => {
    const alone = await undisturbed();
    expect(alone.faults).to.deep.equal([]);
    ({ versions } = alone);
  });

  const holds = async (seed: number): Promise<void> => {
    try {
      const run = await scheduleOf(seed);
      expect(run.faults, run.story.join('\n')).to.deep.equal([]);
      expect(run.versions, run.story.join('\n')).to.deep.equal(versions);
    } catch (error) {
      const again = `MUNIMENT_TEST_SEED=${seed} MUNIMENT_TEST_DEPTH=0.1 repeats it`;
      throw new Error(`${again}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  };

  it('end as without faults: crashes, pauses, lost answers and late writes on one to three processes', async () => {
    for (let seed = SEED; seed < SEED + SCHEDULES; seed++) await holds(seed);
  });

  it('repeat themselves for the same seed', async () => {
    expect((await scheduleOf(SEED)).trace).to.equal((await scheduleOf(SEED)).trace);
  });

  it('are reproducible whatever else runs in this process', async () => {
    const alone = await scheduleOf(SEED);
    const amongOthers = scheduleOf(SEED);
    const turns = await turnsOfOthers(amongOthers, () => {
      Math.random();
      setTimeout(() => undefined, 1);
    });
    expect(turns).to.be.greaterThan(100);
    expect((await amongOthers).trace).to.equal(alone.trace);
  });

  for (const seed of REMEMBERED) it(`end so under schedule ${seed}`, () => holds(seed));
});
