import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { SpecLane } from './lane.js';
import type { FileOutcome } from './outcome.js';
import { runLogged, type LoggedEnd } from './run-logged.js';
import type { Surroundings } from './surroundings.js';

/** What came of a lane, or of one file of it. */
export interface LaneResult {
  readonly lane: string;
  readonly minutes: number;
  readonly files: readonly FileOutcome[];
  /** What is wrong beside spec files that failed: nobody knows of which file it came. */
  readonly crash: string | null;
  /** All that was said. */
  readonly log: string;
}

/** One run of mocha. */
export interface SpecRun {
  readonly lane: SpecLane;
  /** These compiled files only, one after the other. */
  readonly files?: readonly string[];
  /** For mocha, beside the configuration. */
  readonly words?: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The Node that runs them. */
  readonly node: string;
  /** What the run is called in the folder of its work and of its evidence. */
  readonly name: string;
  readonly mostMinutes: number;
}

/** The project's own mocha; ours where it has none. */
const mochaOf = (project: string): string => {
  const own = join(project, 'node_modules', 'mocha', 'bin', 'mocha.js');
  return existsSync(own) ? own : createRequire(import.meta.url).resolve('mocha/bin/mocha.js');
};

/** The lane's configuration; mocha itself can only add files to those of a configuration. */
const configurationOf = ({ lane, files }: SpecRun, project: string): object => {
  const config = JSON.parse(readFileSync(join(project, lane.work.config), 'utf8')) as object;
  if (files !== undefined) return { ...config, spec: files, ignore: [], parallel: false };
  return lane.work.specs === undefined ? config : { ...config, spec: lane.work.specs };
};

/** What mocha has left when it came to its end; null where it did not. */
const outcomeIn = (path: string): readonly FileOutcome[] | null => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as readonly FileOutcome[];
  } catch {
    return null;
  }
};

const crashOf = (files: readonly FileOutcome[] | null, { code, reason }: LoggedEnd): string | null => {
  if (reason !== null) return reason;
  if (files === null) return `mocha ended with ${code ?? 0} before its specs did`;
  const lost = files.find(({ file, failed }) => file === '' && failed > 0);
  if (lost !== undefined) return lost.failures[0]?.message ?? 'something failed outside of all files';
  if (!files.some(({ passed, failed }) => passed + failed > 0)) return 'no spec was run';
  return code === 0 || files.some(({ failed }) => failed > 0) ? null : `mocha ended with ${code ?? 0}`;
};

/** Runs specs in a mocha of their own and says what came of each file. */
export const runSpecs = async (run: SpecRun, { project, work, evidence, hear }: Surroundings): Promise<LaneResult> => {
  const { lane, name } = run;
  const [config, outcome, log] = ['mocharc.json', 'outcome.json', 'log'].map((kind) =>
    join(work, `${name}.${kind}`),
  ) as [string, string, string];
  writeFileSync(config, JSON.stringify(configurationOf(run, project)));
  rmSync(outcome, { force: true });
  const end = await runLogged({
    words: [run.node, mochaOf(project), '--config', config, ...(run.words ?? [])],
    cwd: project,
    env: { ...run.env, MUNIMENT_TEST_OUTCOME: outcome, MUNIMENT_TEST_EVIDENCE: join(evidence, name) },
    log,
    mostMinutes: run.mostMinutes,
    hear,
  });
  const files = outcomeIn(outcome);
  const known = (files ?? []).filter(({ file }) => file !== '');
  return { lane: lane.name, minutes: end.minutes, files: known, crash: crashOf(files, end), log };
};
