import { expect } from 'chai';
import { atDepth } from '../../support/random/depth.js';
import { SEED } from '../../support/random/seed.js';
import { runCancelled, type CancelledRun } from '../../support/simulation/cancelled.js';
import { caseOf, type Case } from '../../support/simulation/cases.js';
import { LATE_MS, type Scheduler } from '../../support/simulation/drive.js';
import { everyPoint, sample } from '../../support/simulation/sampling.js';
import { first, update } from '../../support/simulation/scenarios.js';
import {
  sleepingAt,
  visitedAndCrashingAt,
  visitedAt,
  type Point,
  type Visitor,
} from '../../support/simulation/schedulers.js';

/** How many points of a suite are tried. */
const POINTS = atDepth(10);

/** So many points of all calls, at even distances. */
const spread = ({ calls }: Case, count: number): Point[] => {
  const all = everyPoint(calls);
  const step = all.length / count;
  return Array.from({ length: count }, (_, index) => all[Math.floor((index + 0.5) * step)]!);
};

describe(`an import that an agent cancels at any call of the platform (MUNIMENT_TEST_SEED=${SEED})`, () => {
  for (const [title, wishes] of [
    ['a first version', [first]],
    ['an update', [first, update]],
  ] as const)
    describe(title, () => {
      let alone: Case;
      let amongTwo: Case;
      before(async () => {
        alone = await caseOf(wishes);
        amongTwo = await caseOf(wishes, { processes: 2, keepsConditions: true });
      });

      const holds = async (
        known: Case,
        schedule: (point: Point, canceller: Visitor) => Scheduler,
        { leapMs = 0, points = sample(everyPoint(known.calls), POINTS) } = {},
      ): Promise<ReadonlySet<CancelledRun['cancel']>> => {
        const told = new Set<CancelledRun['cancel']>();
        for (const point of points) {
          const run = await runCancelled(known, (canceller) => schedule(point, canceller), leapMs);
          expect(run.differences, `${run.cancel}\n${run.story.join('\n')}\n`).to.deep.equal([]);
          told.add(run.cancel);
        }
        return told;
      };

      it('leaves nothing behind, or ends as without a cancel, as the agent was told', async () => {
        const told = await holds(alone, visitedAt, { points: spread(alone, 3 * POINTS) });
        expect([...told]).to.include('cancelled');
      });

      it('does so where another process works it', () => holds(amongTwo, visitedAt));

      it('does so where a process crashes on the way', () =>
        holds(alone, (point, canceller) => {
          const call = 'call' in point ? point.call : point.fence;
          const [later = point] = sample(everyPoint({ first: call + 1, last: call + 120 }), 1, SEED + call);
          return visitedAndCrashingAt(point, later, canceller);
        }));

      it('does so where its worker is paused meanwhile, and goes on when all is at rest', () =>
        holds(amongTwo, (point, visitor) => sleepingAt(point, { visitor }), { leapMs: LATE_MS }));
    });
});
