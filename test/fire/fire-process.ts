import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { archiveWork } from './archive-work.js';
import { exportWork } from './export-work.js';
import { inTurn } from './further-work.js';
import { EXPORT_KILL_POINTS, KILL_POINTS } from './kill-points.js';
import '../support/evidence/keep-evidence.js';
import { keepFailure } from '../support/evidence/keep-failure.js';
import { evidenceFolder } from '../support/evidence/places.js';
import { SEED } from '../support/seed.js';
import { runLane } from './lane.js';
import { fireRestores } from './restore-fire.js';
import { figuresOf, newTally } from './tally.js';

/**
 * `npm run fire -- --kills 1000 --seed 7 --minutes 30 --lanes 2`: kills platform processes until there were enough
 * kills or the time is over, and says what came of it; exit code 1 when an invariant did not hold. With `--exports` clients
 * also export what they have imported, delete deposits while they are exporting, and have deposits archived. With `--restores` it
 * restores logs and buckets from random moments instead, in one process, until the time is over.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(SEED) },
    minutes: { type: 'string', default: '60' },
    lanes: { type: 'string', default: '2' },
    restores: { type: 'boolean', default: false },
    exports: { type: 'boolean', default: false },
  },
});
const [kills, seed, minutes, lanes] = [values.kills, values.seed, values.minutes, values.lanes].map(Number) as [
  number,
  number,
  number,
  number,
];
if (![kills, seed, minutes, lanes].every((number) => number > 0)) {
  console.error('--kills, --seed, --minutes and --lanes take numbers above 0.');
  process.exit(2);
}

if (values.restores) process.exit((await fireRestores({ seed, minutes })) ? 0 : 1);

process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
const TELL_EVERY_MS = 15_000;
const begun = performance.now();
const tally = newTally();
const points = values.exports ? EXPORT_KILL_POINTS : KILL_POINTS;

const figures = (): string =>
  [
    `${Math.round((performance.now() - begun) / 1000)} s`,
    figuresOf(tally),
    `violations ${tally.violations.length === 0 ? 0 : 'found'}`,
  ].join('  ');

const goesOn = (): boolean =>
  tally.violations.length === 0 && tally.kills < kills && performance.now() - begun < minutes * 60_000;

console.log(`fire: ${kills} kills, at most ${minutes} minutes, seed ${seed}, ${lanes} lanes`);
const scratch = await mkdtemp(join(tmpdir(), 'muniment-fire-'));
const telling = setInterval(() => console.log(figures()), TELL_EVERY_MS);
await Promise.all(
  Array.from({ length: lanes }, (_, lane) =>
    runLane({
      seed: seed * 1000 + lane,
      data: join(scratch, `lane-${lane + 1}`),
      tally,
      further: values.exports ? inTurn([exportWork(tally), archiveWork(tally)]) : null,
      points,
      goesOn,
    }),
  ),
);
clearInterval(telling);

const missed = points.map(({ step, moment }) => `${moment} ${step}`).filter((each) => !tally.atSteps.has(each));
console.log(`\n${figures()}`);
console.log(`kill points met ${points.length - missed.length} of ${points.length}`);
if (missed.length > 0) console.log(`not met: ${missed.join(', ')}`);
if (tally.violations.length === 0) {
  console.log('violations 0');
} else {
  for (const line of tally.violations) console.error(line);
  keepFailure({ file: 'fire', title: `fire with seed ${seed}`, error: tally.violations.join('\n') });
  console.error(
    `To see it again: npm run fire -- --seed ${seed} --lanes ${lanes}${values.exports ? ' --exports' : ''}`,
  );
  console.error(`Evidence of what failed: ${evidenceFolder()}`);
  console.log('violations found');
  process.exitCode = 1;
}
