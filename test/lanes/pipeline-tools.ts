import { join } from 'node:path';
import { runStep } from './run-step.js';
import type { Environment, LaneContext } from './surroundings.js';

const INSTALL_MINUTES = 10;

/**
 * The tools that the pipeline runs, installed as `npm run tools -- install` does, as specs are told of them; or why they
 * cannot be had. Siegfried's own command comes beside them where there is Go; its specs are skipped where it cannot be had.
 */
export const pipelineTools = async (
  context: LaneContext,
): Promise<{ readonly env: Environment } | { readonly failure: string }> => {
  const folder = join(context.cache, 'tools');
  const program = join(context.project, 'dist', 'infra', 'compose', 'tools.js');
  const words = [process.execPath, program, 'install', '--daemon', '--folder', folder];
  const { failure } = await runStep({ name: 'pipeline-tools', words, minutes: INSTALL_MINUTES }, context);
  if (failure !== null) return { failure: `the tools cannot be installed: ${failure}` };
  const pip = [join(folder, 'bin', 'pip'), 'install', '--quiet', '--disable-pip-version-check', 'bagit==1.9.0'];
  const bagit = await runStep({ name: 'bagit-py', words: pip, minutes: INSTALL_MINUTES }, context);
  if (bagit.failure !== null) return { failure: `bagit.py cannot be installed: ${bagit.failure}` };
  const siegfried = join(context.cache, 'siegfried');
  const compiled = await runStep(
    { name: 'siegfried', words: ['.ci/siegfried', siegfried], minutes: INSTALL_MINUTES },
    context,
  );
  const env = { MUNIMENT_TEST_TOOLS: join(folder, 'bin') };
  return { env: compiled.failure === null ? { ...env, MUNIMENT_TEST_SIEGFRIED: siegfried } : env };
};
