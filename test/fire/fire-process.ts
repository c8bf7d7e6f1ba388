import { parseArgs } from 'node:util';
import '../support/evidence/keep-evidence.js';
import { keepFailure } from '../support/evidence/keep-failure.js';
import { evidenceFolder } from '../support/evidence/places.js';
import { SEED } from '../support/random/seed.js';
import { fire, isKind } from './fire.js';
import { fireRestores } from './restore-fire.js';
import { figuresOf } from './tally.js';

/**
 * `npm run fire -- --kills 1000 --seed 7 --minutes 30 --lanes 2`: kills platform processes until there were enough
 * kills or the time is over, and says what came of it; exit code 1 when an invariant did not hold. Clients import, and
 * cancel some of the imports; after each job they export what there is, delete deposits while they are exporting, and
 * have deposits archived, or they have pipeline runs worked, whose tools are played by others; with `--only exports` or
 * `--only pipeline` always the same, with `--only imports` neither. With `--steps` processes die at steps only, each of
 * which is waited for longer. With `--restores` it restores logs and buckets from random moments instead, in one process,
 * until the time is over.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(SEED) },
    minutes: { type: 'string', default: '60' },
    lanes: { type: 'string', default: '2' },
    only: { type: 'string' },
    restores: { type: 'boolean', default: false },
    steps: { type: 'boolean', default: false },
  },
});
const [kills, seed, minutes, lanes] = [values.kills, values.seed, values.minutes, values.lanes].map(Number) as [
  number,
  number,
  number,
  number,
];
const only = values.only ?? null;
if (![kills, seed, minutes, lanes].every((number) => number > 0) || (only !== null && !isKind(only))) {
  console.error('--kills, --seed, --minutes and --lanes take numbers above 0, --only imports, exports or pipeline.');
  process.exit(2);
}

if (values.restores) process.exit((await fireRestores({ seed, minutes })) ? 0 : 1);

const TELL_EVERY_MS = 15_000;
const begun = performance.now();
console.log(`fire: ${kills} kills, at most ${minutes} minutes, seed ${seed}, ${lanes} lanes`);
const { tally, points, over } = fire({ kills, seed, minutes, lanes, only, onlyAtSteps: values.steps });

const figures = (): string =>
  [
    `${Math.round((performance.now() - begun) / 1000)} s`,
    figuresOf(tally),
    `violations ${tally.violations.length === 0 ? 0 : 'found'}`,
  ].join('  ');
const telling = setInterval(() => console.log(figures()), TELL_EVERY_MS);
await over;
clearInterval(telling);

const missed = points.filter((each) => !tally.atSteps.has(each));
console.log(`\n${figures()}`);
console.log(`kill points met ${points.length - missed.length} of ${points.length}`);
if (missed.length > 0) console.log(`not met: ${missed.join(', ')}`);
if (tally.violations.length === 0) {
  console.log('violations 0');
} else {
  for (const line of tally.violations) console.error(line);
  keepFailure({ file: 'fire', title: `fire with seed ${seed}`, error: tally.violations.join('\n') });
  const words = [...(only === null ? [] : [` --only ${only}`]), ...(values.steps ? [' --steps'] : [])].join('');
  console.error(`To see it again: npm run fire -- --seed ${seed} --lanes ${lanes}${words}`);
  console.error(`Evidence of what failed: ${evidenceFolder()}`);
  console.log('violations found');
  process.exitCode = 1;
}
