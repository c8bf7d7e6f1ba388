import { expect } from 'chai';
import { caseOf, differences, runCase, type Case } from '../../support/simulation/cases.js';
import {
  crashingAt,
  losingAt,
  losingRead,
  rivalsFrom,
  sleepingAt,
  type Point,
} from '../../support/simulation/schedulers.js';
import { LATE_MS, type Scheduler } from '../../support/simulation/drive.js';
import { everyPoint, POINTS, sample } from '../../support/simulation/sampling.js';
import { SEED } from '../../support/random/seed.js';
import { failing, first, update, type Wish } from '../../support/simulation/scenarios.js';

const scenarios: readonly (readonly [title: string, wishes: readonly Wish[], keepsConditions: boolean])[] = [
  ['a first version', [first], true],
  ['an update that patches, deletes and renames', [first, update], true],
  ['a job that fails', [failing], true],
  ['an update that fails', [first, { ...failing, name: 'failing update' }], true],
  ['an update on a store that ignores conditions', [first, update], false],
];

/** Where one condition alone keeps a late worker from doing harm: more of these than of other points are tried. */
const fencePoints = ({ fences }: Case): Point[] =>
  sample(
    Array.from({ length: fences }, (_, index): Point => ({ fence: index + 1, moment: 'before' })),
    4 * POINTS,
  );

describe(`an import from its submission to its settled deposit (MUNIMENT_TEST_SEED=${SEED})`, () => {
  for (const [title, wishes, keepsConditions] of scenarios) {
    describe(title, () => {
      let alone: Case;
      let amongTwo: Case;
      let amongThree: Case;
      before(async () => {
        alone = await caseOf(wishes, { processes: 1, keepsConditions });
        amongTwo = await caseOf(wishes, { processes: 2, keepsConditions });
        amongThree = await caseOf(wishes, { processes: 3, keepsConditions });
      });

      const holds = async (
        known: Case,
        points: readonly (readonly [Point, ...Point[]])[],
        schedule: (point: Point, ...more: readonly Point[]) => Scheduler,
        leapMs = 0,
      ): Promise<void> => {
        for (const each of points) {
          const run = await runCase(known, { schedule: schedule(...each), leapMs });
          const where = `${run.story.join('\n')}\n`;
          expect(differences(known, run), where).to.deep.equal([]);
        }
      };
      const some = (known: Case, count = POINTS): [Point][] =>
        sample(everyPoint(known.calls), count).map((point) => [point]);

      it('makes more than three hundred calls, of every port', () =>
        expect(alone.calls.last - alone.calls.first).to.be.greaterThan(300));

      it('ends as without faults when the process crashes before or after any call', () =>
        holds(alone, some(alone), crashingAt));

      it('ends so when the next process crashes, too, while it recovers', async () => {
        const pairs = some(alone, Math.min(POINTS, 500)).map(([point], index): [Point, ...Point[]] => {
          const [later] = sample(
            everyPoint({ first: alone.calls.last, last: alone.calls.last + 300 }),
            1,
            SEED + index,
          );
          return later === undefined ? [point] : [point, later];
        });
        await holds(alone, pairs, crashingAt);
      });

      it('ends so when the connection breaks before or after any call took effect', () =>
        holds(alone, some(alone), losingAt));

      it('ends so when the connection breaks at any reading of an object', async () => {
        let read = 0;
        for (let isDisturbed = true; isDisturbed;) {
          const run = await runCase(alone, { schedule: losingRead(++read), leapMs: 0 });
          isDisturbed = run.story.some((line) => line.startsWith('disturbed'));
          expect(differences(alone, run), run.story.join('\n')).to.deep.equal([]);
        }
        expect(read).to.be.greaterThan(1);
      });

      it('ends so when one of two processes crashes before or after any call', () =>
        holds(amongTwo, some(amongTwo, POINTS / 2), crashingAt));

      // Without conditions nothing keeps a late request from taking effect.
      if (!keepsConditions) return;

      it('ends so when one of two is paused at any call, and continues when the other has done its work', () =>
        holds(amongTwo, some(amongTwo, POINTS / 2), (point) => sleepingAt(point), LATE_MS));

      const rivalling =
        (rivals: number): ((point: Point) => Scheduler) =>
        (point) =>
          rivalsFrom(point, { rivals, seed: SEED + ('fence' in point ? point.fence : point.call) });

      it('ends so when 2 workers work the same job concurrently', () => {
        const fences = fencePoints(amongTwo).map((point): [Point] => [point]);
        return holds(amongTwo, [...fences, ...some(amongTwo, POINTS / 2)], rivalling(1), LATE_MS);
      });

      it('ends so when 3 workers work the same job concurrently', () =>
        holds(amongThree, some(amongThree, POINTS / 2), rivalling(2), LATE_MS));
    });
  }

  it('ends as without faults when a worker is paused at any call until others have published the next version', async () => {
    const setting = { processes: 2, keepsConditions: true };
    const known = await caseOf([first], setting);
    const both = await caseOf([first, update], setting);
    for (const point of [...fencePoints(known), ...sample(everyPoint(known.calls), POINTS)]) {
      const run = await runCase(known, { schedule: sleepingAt(point), next: update, leapMs: LATE_MS });
      expect(differences(both, run), run.story.join('\n')).to.deep.equal([]);
    }
  });
});
