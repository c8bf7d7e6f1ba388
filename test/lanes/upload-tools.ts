import { join } from 'node:path';
import { runStep } from './run-step.js';
import type { LaneContext } from './surroundings.js';

const INSTALL_MINUTES = 10;

/** The folder of the tools that people upload with, installed where they are not there yet; or why they cannot be had. */
export const uploadTools = async (
  context: LaneContext,
): Promise<{ readonly folder: string } | { readonly failure: string }> => {
  const folder = join(context.cache, 'upload-tools');
  const step = { name: 'upload-tools', words: ['.ci/upload-tools', folder], minutes: INSTALL_MINUTES };
  const { failure } = await runStep(step, context);
  if (failure !== null) return { failure: `the upload tools cannot be installed: ${failure}` };
  return { folder: join(folder, 'bin') };
};
