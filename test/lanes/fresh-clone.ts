import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runStep } from './run-step.js';
import type { LaneContext } from './surroundings.js';

/** What the README's commands do first. */
const PREPARE = `
set -e
git clone --quiet "$1" "$2"
cd "$2"
npm ci --no-audit --no-fund --loglevel=error
node infra/compile.mjs`;

const MINUTES = 10;

/** A clone of the project that is installed and compiled and has nothing beside it; one for all lanes of a run. */
export const freshClone = async (
  context: LaneContext,
): Promise<{ readonly folder: string } | { readonly failure: string }> => {
  const folder = join(context.work, 'clone-of-the-project');
  if (existsSync(join(folder, 'dist'))) return { folder };
  const words = ['bash', '-c', PREPARE, 'bash', context.project, folder];
  const { failure } = await runStep({ name: 'clone', words, minutes: MINUTES }, context);
  return failure === null ? { folder } : { failure: `a clone of the project: ${failure}` };
};
