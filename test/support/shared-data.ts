import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { currentTest } from './current-test.js';
import { projectRoot } from './project-root.js';

/** The folder of outside test material, beside the project unless the environment names another. */
const sharedRoot = process.env['MUNIMENT_TEST_DATA'] ?? join(projectRoot, '..', 'shared', 'data');

/** Where outside test material lies if there is any; for suites that make a test of each file that they find. */
export const sharedDataPath = (...segments: string[]): string => join(sharedRoot, ...segments);

/** Outside test material, for a hook of a suite: where it is missing, all tests of the suite are skipped. */
export const needsSharedData = (context: Mocha.Context, ...segments: string[]): string => {
  const path = sharedDataPath(...segments);
  if (!existsSync(path)) context.skip();
  return path;
};

/** Outside test material, for the test that runs, which is skipped where it is missing. */
export const sharedData = (...segments: string[]): string => {
  const path = sharedDataPath(...segments);
  if (existsSync(path)) return path;
  const test = currentTest();
  if (test !== null) test.skip();
  throw new Error(`${path} is missing, and no test asks for it; in a hook of a suite use needsSharedData`);
};

/** The text of each file below a folder, by its path relative to the folder. */
export const textsBelow = async (folder: string): Promise<Record<string, string>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [relative(folder, path), await readFile(path, 'utf8')] as const)),
  );
};
