import { expect } from 'chai';
import { crashingAt, losingAt, rivalsFrom, sleepingAt, type Point } from '../../support/simulation/schedulers.js';
import { LATE_MS, type Scheduler } from '../../support/simulation/drive.js';
import {
  exportCaseOf,
  exportDifferences,
  runExportCase,
  runWithChanges,
  type ExportCase,
} from '../../support/simulation/export-cases.js';
import type { ExportWish } from '../../support/simulation/export-scenarios.js';
import { everyPoint, POINTS, sample } from '../../support/simulation/sampling.js';
import { SEED } from '../../support/random/seed.js';

const deposit: ExportWish = {
  to: 'a new deposit',
  version: null,
  template: 'None',
  deletes: false,
  withMets: true,
};

const scenarios: readonly (readonly [title: string, wish: ExportWish])[] = [
  ['the head to a new deposit', deposit],
  ['an older version to a new deposit', { ...deposit, version: 'v1' }],
  ['a group without METS to a new deposit with a template', { ...deposit, template: 'RootLevel', withMets: false }],
  ['a group to a prefix', { ...deposit, to: 'a prefix' }],
  ['a group to a new deposit that is deleted at once', { ...deposit, deletes: true }],
  [
    'a group to its own deposit, which is deleted at once',
    { ...deposit, to: 'the deposit of the group', deletes: true },
  ],
];

describe(`an export from its request to its last file (MUNIMENT_TEST_SEED=${SEED})`, () => {
  for (const [title, wish] of scenarios) {
    describe(title, () => {
      let alone: ExportCase;
      let amongTwo: ExportCase;
      before(async () => {
        alone = await exportCaseOf(wish);
        amongTwo = await exportCaseOf(wish, { processes: 2, keepsConditions: true });
      });

      const leapMs = wish.deletes ? LATE_MS : 0;
      const holds = async (
        known: ExportCase,
        points: readonly (readonly [Point, ...Point[]])[],
        schedule: (point: Point, ...more: readonly Point[]) => Scheduler,
        leap = leapMs,
      ): Promise<void> => {
        for (const each of points) {
          const run = await runExportCase(known, { schedule: schedule(...each), leapMs: leap });
          expect(exportDifferences(known, run), `${run.story.join('\n')}\n`).to.deep.equal([]);
        }
      };
      const some = (known: ExportCase, count = POINTS): [Point][] =>
        sample(everyPoint(known.calls), count).map((point) => [point]);

      it('ends as without faults when the process crashes before or after any call', () =>
        holds(alone, some(alone), crashingAt));

      it('ends so when the connection breaks before or after any call took effect', () =>
        holds(alone, some(alone), losingAt));

      it('ends so when one of two processes crashes before or after any call', () =>
        holds(amongTwo, some(amongTwo, POINTS / 2), crashingAt));

      it('ends so when one of two is paused at any call, and continues when the other has done its work', () =>
        holds(amongTwo, some(amongTwo, POINTS / 2), (point) => sleepingAt(point), LATE_MS));

      it('ends so when 2 workers work the same export concurrently', () =>
        holds(
          amongTwo,
          some(amongTwo, POINTS / 2),
          (point) => rivalsFrom(point, { rivals: 1, seed: SEED + ('fence' in point ? point.fence : point.call) }),
          LATE_MS,
        ));
    });
  }

  it('leaves no file in a deleted deposit, even before the late sweep, when a worker was paused at any call', async () => {
    const wish: ExportWish = { ...deposit, to: 'the deposit of the group', deletes: true };
    const known = await exportCaseOf(wish, { processes: 2, keepsConditions: true });
    for (const point of sample(everyPoint(known.calls), 2 * POINTS)) {
      const run = await runExportCase(known, { schedule: sleepingAt(point) });
      expect(run.faults, `${run.story.join('\n')}\n`).to.deep.equal([]);
    }
  });

  it('leaves what the owner changed afterwards when a worker was paused at any call', async () => {
    const known = await exportCaseOf(deposit, { processes: 2, keepsConditions: true });
    let changed = 0;
    for (const point of sample(everyPoint(known.calls), 2 * POINTS)) {
      const run = await runWithChanges(known, point);
      if (run === null) continue;
      changed += 1;
      expect(run.faults, `${run.story.join('\n')}\n`).to.deep.equal([]);
    }
    expect(changed).to.be.greaterThan(0);
  });
});
