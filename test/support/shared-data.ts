import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const holds = (folder: string): string => {
  if (existsSync(join(folder, 'package-lock.json'))) return folder;
  return holds(dirname(folder));
};

/** The folder that holds package-lock.json, wherever the compiled tests lie. */
export const projectRoot = holds(dirname(fileURLToPath(import.meta.url)));

/** The folder of outside test material, beside the project unless the environment names another. */
const sharedRoot = process.env['MUNIMENT_TEST_DATA'] ?? join(projectRoot, '..', 'shared', 'data');

export const sharedData = (...segments: string[]): string => join(sharedRoot, ...segments);

/** Reports the test or suite as skipped where its material is missing. */
export const needsSharedData = (context: Mocha.Context, ...segments: string[]): string => {
  const path = sharedData(...segments);
  if (!existsSync(path)) context.skip();
  return path;
};
