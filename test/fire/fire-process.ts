import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { archiveWork } from './archive-work.js';
import { inRandomOrder } from './deaths.js';
import { exportWork } from './export-work.js';
import { inTurn, oneOf } from './further-work.js';
import { EXPORT_KILL_POINTS, KILL_POINTS, pointsOnce, PIPELINE_KILL_POINTS } from './kill-points.js';
import '../support/evidence/keep-evidence.js';
import { keepFailure } from '../support/evidence/keep-failure.js';
import { evidenceFolder } from '../support/evidence/places.js';
import { randomNumbers } from '../support/random-numbers.js';
import { SEED } from '../support/seed.js';
import { runLane } from './lane.js';
import { pipelineWork, toolSettings } from './pipeline-work.js';
import { fireRestores } from './restore-fire.js';
import { figuresOf, newTally } from './tally.js';

/**
 * `npm run fire -- --kills 1000 --seed 7 --minutes 30 --lanes 2`: kills platform processes until there were enough
 * kills or the time is over, and says what came of it; exit code 1 when an invariant did not hold. With `--exports`
 * clients also export what they have imported, delete deposits while they are exporting, and have deposits archived;
 * with `--pipeline` they also have pipeline runs worked, whose tools are played by others. Where both are asked for, one
 * of them is drawn after each job. With `--steps` processes die at steps only, each of which is waited for longer. With
 * `--restores` it restores logs and buckets from random moments instead, in one process, until the time is over.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(SEED) },
    minutes: { type: 'string', default: '60' },
    lanes: { type: 'string', default: '2' },
    restores: { type: 'boolean', default: false },
    exports: { type: 'boolean', default: false },
    pipeline: { type: 'boolean', default: false },
    steps: { type: 'boolean', default: false },
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
const asked = [
  { word: '--exports', isAsked: values.exports, works: [exportWork, archiveWork], points: EXPORT_KILL_POINTS },
  { word: '--pipeline', isAsked: values.pipeline, works: [pipelineWork], points: PIPELINE_KILL_POINTS },
].filter(({ isAsked }) => isAsked);
const points = asked.length === 0 ? KILL_POINTS : pointsOnce(asked.flatMap((each) => each.points));

const figures = (): string =>
  [
    `${Math.round((performance.now() - begun) / 1000)} s`,
    figuresOf(tally),
    `violations ${tally.violations.length === 0 ? 0 : 'found'}`,
  ].join('  ');

const goesOn = (): boolean =>
  tally.violations.length === 0 && tally.kills < kills && performance.now() - begun < minutes * 60_000;

console.log(`fire: ${kills} kills, at most ${minutes} minutes, seed ${seed}, ${lanes} lanes`);
const words = [...asked.map(({ word }) => word), ...(values.steps ? ['--steps'] : [])]
  .map((word) => ` ${word}`)
  .join('');
const scratch = await mkdtemp(join(tmpdir(), 'muniment-fire-'));
const nextPoint = inRandomOrder(randomNumbers(seed), points);
const settings = values.pipeline ? toolSettings(join(scratch, 'tools')) : {};
const telling = setInterval(() => console.log(figures()), TELL_EVERY_MS);
await Promise.all(
  Array.from({ length: lanes }, (_, lane) =>
    runLane({
      seed: seed * 1000 + lane,
      data: join(scratch, `lane-${lane + 1}`),
      settings,
      tally,
      further: oneOf(asked.map(({ works }) => inTurn(works.map((work) => work(tally))))),
      nextPoint,
      onlyAtSteps: values.steps,
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
  console.error(`To see it again: npm run fire -- --seed ${seed} --lanes ${lanes}${words}`);
  console.error(`Evidence of what failed: ${evidenceFolder()}`);
  console.log('violations found');
  process.exitCode = 1;
}
