import { mkdir, rm } from 'node:fs/promises';
import { expect } from 'chai';
import { chosenAtDepth } from '../support/random/depth.js';
import { killCase, newScratch, type Situation } from '../support/main-job/kill-case.js';
import { snapshotOf, writeLetters } from '../support/main-job/letters.js';
import { mainJobIn } from '../support/main-job/run-main-job.js';
import { killAt } from '../support/processes/kill-point.js';

/** Three deaths that hurt: admitted but not queued, half copied, half published. The process tests name every step. */
const KILLS = chosenAtDepth([
  killAt('append ImportAdmitted', 'after'),
  killAt('copy content #4', 'after'),
  killAt('put inventory.json', 'after'),
]);

describe('the main job, killed and started again', () => {
  let situation: Situation;
  before(async () => {
    const scratch = await newScratch();
    const { folder } = mainJobIn(scratch);
    await mkdir(folder);
    await writeLetters(folder);
    situation = { scratch, snapshots: [await snapshotOf(folder)] };
  });
  after(() => rm(situation.scratch, { recursive: true }));

  it(`preserves the folder although it is killed on its way (${KILLS.length} times)`, async () => {
    expect(await killCase(situation, KILLS)).to.deep.equal([]);
  });
});
