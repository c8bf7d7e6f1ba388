import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ciCache } from '../ci/ci-cache.js';
import { projectRoot } from '../support/project-root.js';

const run = promisify(execFile);

const canInstall = async (): Promise<boolean> => {
  try {
    await run('python3', ['-c', 'import venv, ensurepip']);
    return true;
  } catch {
    return false;
  }
};

/** The path of schemathesis, installed into the cache of continuous integration; null where there is no Python for it. */
export const schemathesisProgram = async (): Promise<string | null> => {
  const folder = join(ciCache(process.env), 'schemathesis');
  const program = join(folder, 'bin', 'schemathesis');
  if (!existsSync(program) && !(await canInstall())) return null;
  await run(join(projectRoot, '.ci', 'schemathesis'), [folder]);
  return program;
};
