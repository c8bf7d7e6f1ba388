/**
 * Compiles the project where a source is newer than what was compiled from it, and says so first, as that takes some
 * seconds; else it only compares times. The compiler is TypeScript 7, a native program; the tools that read sources need
 * the JavaScript interface of TypeScript 6. The interface documents are joined to JSON, too. `--check-types` checks the
 * types as well, which needs the development packages, and fails by what it finds; types that were compiled without it are
 * checked then. Those of our client, which nothing else needs, are made of the interface documents first. Not TypeScript
 * itself, as it runs before anything is compiled.
 */
import { spawnSync } from 'node:child_process';
import {
  accessSync,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const project = fileURLToPath(new URL('..', import.meta.url));
const tell = (text) => process.stderr.write(text);
const changedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const below = (folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name));

const isProgram = fileURLToPath(import.meta.url) === realpathSync(process.argv[1] ?? '.');
const checksTypes = isProgram && process.argv.includes('--check-types');
const settings = ['tsconfig.json', 'package.json', 'node_modules/.package-lock.json', 'infra/compile.mjs'];
const documents = join(project, 'schemas', 'openapi');

// The container image has what was compiled, and no sources.
const hasSources = changedAt(join(project, 'tsconfig.json')) > 0;

/** Writes the types of all operations of both services, where something that they are made of is newer. */
const makeClientTypes = async () => {
  const folder = join(project, 'clients', 'api', 'generated');
  const files = ['preservation', 'storage'].map((name) => ({ name, path: join(folder, `${name}.d.ts`) }));
  const inputs = [...below(documents), ...settings.map((name) => join(project, name))];
  if (Math.max(...inputs.map(changedAt)) < Math.min(...files.map(({ path }) => changedAt(path)))) return;
  const { default: openapiTS, astToString } = await import('openapi-typescript').catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    tell('Checking types needs the development packages: run npm ci --include=dev, or leave out --check-types.\n');
    process.exit(1);
  });
  mkdirSync(folder, { recursive: true });
  for (const { name, path } of files) {
    const unfinished = `${path}.${process.pid}`;
    const types = await openapiTS(pathToFileURL(join(documents, `${name}.yaml`)), { silent: true });
    writeFileSync(unfinished, astToString(types));
    renameSync(unfinished, path);
  }
};

if (checksTypes) await makeClientTypes();
const started = new Date();
/** Its time is when the last compilation began that succeeded. */
const stamp = join(project, 'dist', '.compiled');

/** Whether no source was changed, added, moved or removed since: folders change with their names. */
const isCompiled = () => {
  const { include } = JSON.parse(readFileSync(join(project, 'tsconfig.json'), 'utf8'));
  const sources = [...settings, ...include].map((name) => join(project, name));
  const compiledAt = changedAt(stamp);
  const isOlder = (path) => changedAt(path) < compiledAt;
  return sources.every(isOlder) && include.every((name) => below(join(project, name)).every(isOlder));
};

/** Removes what was compiled from sources that are gone: specs of them would be run. */
const removeOrphans = () => {
  for (const path of below(join(project, 'dist'))) {
    const [name] = /^.*\.js(?=(\.map)?$)/.exec(relative(join(project, 'dist'), path)) ?? [];
    if (name !== undefined && changedAt(join(project, name.replace(/js$/, 'ts'))) === 0) rmSync(path);
  }
};

const compiler = join(project, 'node_modules', 'typescript-native', 'bin', 'tsc');

/** Why nothing can be compiled, in one sentence; null where it can. */
const obstacle = () => {
  if (changedAt(compiler) === 0) return `The packages of Muniment are not installed: run npm ci in ${project}.`;
  try {
    mkdirSync(join(project, 'dist'), { recursive: true });
    accessSync(join(project, 'dist'), constants.W_OK);
    if (changedAt(stamp) > 0) accessSync(stamp, constants.W_OK);
    return null;
  } catch {
    return `Muniment must be compiled first, and this user may not write to ${join(project, 'dist')}: run node infra/compile.mjs in ${project} as the user who owns it.`;
  }
};

const run = (words) => spawnSync(process.execPath, words, { stdio: ['ignore', 2, 2] }).status === 0;

const compile = () => {
  const reason = obstacle();
  if (reason !== null) {
    tell(`${reason}\n`);
    return 1;
  }
  tell('Compiling Muniment …\n');
  const words = [compiler, '--project', project, ...(checksTypes ? [] : ['--noCheck', '--types', ''])];
  if (!run(words) || (checksTypes && !run([compiler, '--project', join(project, 'clients', 'console')]))) return 1;
  removeOrphans();
  closeSync(openSync(stamp, 'w'));
  utimesSync(stamp, started, started);
  return 0;
};

if (hasSources && (checksTypes || !isCompiled())) process.exitCode = compile();

const compiled = join(project, 'dist', 'schemas');
const programs = ['write-joined-documents.js', 'joined-document.js', 'openapi-examples.js'];
const joined = join(compiled, 'openapi');
const inputs = [...programs.map((name) => join(compiled, name)), ...below(documents)];
const failed = (process.exitCode ?? 0) !== 0;
if (hasSources && !failed && Math.max(...inputs.map(changedAt)) > changedAt(join(joined, 'storage.json'))) {
  const { writeJoinedDocuments } = await import(new URL('../dist/schemas/write-joined-documents.js', import.meta.url));
  writeJoinedDocuments(joined);
}
