import { join } from 'node:path';
import { runLogged } from './run-logged.js';
import type { LaneContext } from './surroundings.js';
import type { StepResult } from './ci/verdict.js';

export interface Step {
  readonly name: string;
  readonly words: readonly string[];
  /** It is ended when it takes longer. */
  readonly minutes: number;
}

/** Runs a program as one test. */
export const runStep = async ({ name, words, minutes }: Step, context: LaneContext): Promise<StepResult> => {
  const log = join(context.work, `${name}.log`);
  const env = { NO_COLOR: '1', ...context.environment, MUNIMENT_TEST_EVIDENCE: join(context.evidence, name) };
  const { project: cwd, hear } = context;
  const end = await runLogged({ words, cwd, env, log, mostMinutes: minutes, hear });
  const failure = end.code === 0 ? null : (end.reason ?? `it ended with ${end.code ?? 'nothing'}`);
  return { name, minutes: end.minutes, failure, log };
};
