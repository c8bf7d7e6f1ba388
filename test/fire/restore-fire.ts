import { newRestoreTally, runRestores, type RestoreTally } from '../support/restores/restore-model.js';

export interface RestoreFire {
  readonly seed: number;
  readonly minutes: number;
}

const byCount = (counts: ReadonlyMap<string, number>): string[] =>
  [...counts].sort(([, a], [, b]) => b - a).map(([what, number]) => `    ${String(number).padStart(7)}  ${what}`);

/** What came of all schedules, for people. */
const figuresOf = (tally: RestoreTally): string =>
  [
    `schedules ${tally.schedules}, restores ${tally.restores}`,
    `groups looked at after a restore: ${tally.groupsServed} served, ${tally.groupsRefused} refused by name`,
    `imports after a restore: ${tally.importsServed} served, refused or failed for these reasons:`,
    ...byCount(tally.importsRefused),
    'keys deleted (those of the repository were proven to be debris of jobs that had ended), by bucket:',
    ...byCount(tally.deleted),
  ].join('\n');

/**
 * Runs random restores of log and bucket until the time is over or an invariant does not hold; prints what came of them.
 * Answers whether every invariant held.
 */
export const fireRestores = async ({ seed, minutes }: RestoreFire): Promise<boolean> => {
  const tally = newRestoreTally();
  const end = performance.now() + minutes * 60_000;
  console.log(`fire: restores from random moments, at most ${minutes} minutes, from seed ${seed}`);
  for (let next = seed; performance.now() < end && tally.violations.length === 0; next++)
    await runRestores(next, tally);
  console.log(figuresOf(tally));
  for (const violation of tally.violations) console.error(violation);
  console.log(`violations ${tally.violations.length === 0 ? 0 : 'found'}`);
  return tally.violations.length === 0;
};
