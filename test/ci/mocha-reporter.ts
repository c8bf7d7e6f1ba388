import { existsSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import Mocha from 'mocha';
import { evidenceFolder } from '../support/evidence/places.js';
import { keepEachFailure } from './keep-each-failure.js';
import { outcomeCounter, type FileOutcome } from './outcome.js';

/** What mocha's types do not tell of a runner; in parallel mode each file runs in a process of its own. */
interface RunnerOfMocha extends Mocha.Runner {
  isParallelMode(): boolean;
  workerReporter?(path: string): this;
}

interface ReporterOptions {
  readonly reporterOptions?: { readonly show?: string };
}

const { EVENT_RUN_END, EVENT_TEST_FAIL, EVENT_TEST_PASS, EVENT_TEST_PENDING } = Mocha.Runner.constants;

const shown = { dot: Mocha.reporters.Dot, spec: Mocha.reporters.Spec };

/**
 * The reporter of all suites: one of mocha's own for people, as `show` says; beside it, evidence of each failure, and
 * what came of each file in MUNIMENT_TEST_OUTCOME, where that names a file.
 */
export default function mochaReporter(runner: RunnerOfMocha, options: ReporterOptions): void {
  const Shown = options.reporterOptions?.show === 'dot' ? shown.dot : shown.spec;
  new Shown(runner, options);
  if (runner.isParallelMode()) runner.workerReporter?.(fileURLToPath(new URL('worker-reporter.js', import.meta.url)));
  keepEachFailure(runner, runner.isParallelMode() ? isOfNoSuite : undefined);
  const counter = outcomeCounter();
  runner.on(EVENT_TEST_PASS, ({ file = '' }) => counter.tell({ kind: 'passed', file }));
  runner.on(EVENT_TEST_PENDING, ({ file = '' }) => counter.tell({ kind: 'skipped', file }));
  runner.on(EVENT_TEST_FAIL, (test, error: unknown) => {
    const { file = '' } = test;
    counter.tell({ kind: 'failed', file, title: test.fullTitle(), error });
  });
  runner.on(EVENT_RUN_END, () => {
    tellSkipped(counter.files());
    const path = process.env['MUNIMENT_TEST_OUTCOME'] ?? '';
    if (path !== '') writeFileSync(path, JSON.stringify(counter.files().map(fromHere)));
    else if (existsSync(evidenceFolder())) console.log(`Evidence of what failed: ${evidenceFolder()}\n`);
  });
}

/** A spec file as whoever repeats the run names it. */
const fromHere = (outcome: FileOutcome): FileOutcome => ({
  ...outcome,
  file: outcome.file === '' ? '' : relative(process.cwd(), outcome.file),
});

/** Which files have skipped tests, as dots do not tell it. */
const tellSkipped = (files: readonly FileOutcome[]): void => {
  const some = files.filter(({ skipped }) => skipped > 0).sort((a, b) => (a.file < b.file ? -1 : 1));
  if (some.length === 0) return;
  console.log('Skipped, as what they need is not here (docs/testing.md):');
  for (const { file, skipped } of some) console.log(`  ${skipped} in ${relative(process.cwd(), file)}`);
  console.log('');
};

/** A file that cannot be loaded, or whose process has died: nobody there could keep anything. */
const isOfNoSuite = ({ parent }: Mocha.Test): boolean => parent?.root === true;
