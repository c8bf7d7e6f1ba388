import { mkdir, rm } from 'node:fs/promises';
import { expect } from 'chai';
import { newScratch } from '../support/main-job/kill-case.js';
import { changeAgain, snapshotOf, writeLetters, type Snapshot } from '../support/main-job/letters.js';
import type { Line } from '../support/main-job/lines.js';
import { acknowledgedIn, outcomeFaults } from '../support/main-job/outcome-faults.js';
import { lastStep, mainJobIn, runMainJob, type Run } from '../support/main-job/run-main-job.js';
import { randomNumbers } from '../support/random/random-numbers.js';
import { SEED } from '../support/random/seed.js';
import { atDepth } from '../support/random/depth.js';

const KILLS = atDepth(8);

/** How long there is something to be killed: from the start of the process, and from when the platform answers. */
const spanOf = ({ ms, readyMs }: Run): Record<'process' | 'work', number> => ({
  process: ms,
  work: ms - (readyMs ?? 0),
});

describe(`the main job, killed at ${KILLS} random moments (MUNIMENT_TEST_SEED=${SEED})`, () => {
  let scratch: string;
  before(async () => (scratch = await newScratch()));
  after(() => rm(scratch, { recursive: true }));

  it('has every version whole in the end, and nothing besides', async () => {
    const job = mainJobIn(scratch);
    const random = randomNumbers(SEED);
    const lines: Line[] = [];
    await mkdir(job.folder);
    await writeLetters(job.folder);
    const snapshots: Snapshot[] = [await snapshotOf(job.folder)];
    const undisturbed = await runMainJob(job);
    lines.push(...undisturbed.lines);
    let span = spanOf(undisturbed);

    /** Each version that came about makes place for another, until there were enough kills. */
    const nextVersion = async (): Promise<void> => {
      await changeAgain(job.folder, snapshots.length);
      snapshots.push(await snapshotOf(job.folder));
    };
    await nextVersion();
    for (let kills = 0; kills < KILLS;) {
      const of = kills % 2 === 0 ? 'process' : 'work'; // starting takes long, and the rest is worth as much
      const run = await runMainJob(job, { afterMs: random() * span[of], of });
      lines.push(...run.lines);
      if (run.killed) {
        kills += 1;
        console.log(`      kill ${kills} after ${Math.round(run.ms)} ms, v${snapshots.length}: ${lastStep(run.lines)}`);
      } else {
        span = spanOf(run); // machines have their moods
        await nextVersion();
      }
    }
    const last = await runMainJob(job);
    lines.push(...last.lines);
    expect(last.lines.find(({ kind }) => kind === 'ended')).to.include({ version: `v${snapshots.length}` });
    expect(await outcomeFaults(job, snapshots, acknowledgedIn(lines))).to.deep.equal([]);
  });
});
