import { join } from 'node:path';
import { runStep } from './run-step.js';
import type { LaneContext } from './surroundings.js';

const INSTALL_MINUTES = 10;

/** The folder of the tools that the pipeline runs, installed as `npm run tools -- install` does; or why they cannot be had. */
export const pipelineTools = async (
  context: LaneContext,
): Promise<{ readonly folder: string } | { readonly failure: string }> => {
  const folder = join(context.cache, 'tools');
  const program = join(context.project, 'dist', 'infra', 'compose', 'tools.js');
  const words = [process.execPath, program, 'install', '--daemon', '--folder', folder];
  const { failure } = await runStep({ name: 'pipeline-tools', words, minutes: INSTALL_MINUTES }, context);
  if (failure !== null) return { failure: `the tools cannot be installed: ${failure}` };
  const pip = [join(folder, 'bin', 'pip'), 'install', '--quiet', '--disable-pip-version-check', 'bagit==1.9.0'];
  const bagit = await runStep({ name: 'bagit-py', words: pip, minutes: INSTALL_MINUTES }, context);
  if (bagit.failure !== null) return { failure: `bagit.py cannot be installed: ${bagit.failure}` };
  return { folder: join(folder, 'bin') };
};
