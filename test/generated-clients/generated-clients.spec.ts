import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { readOpenApi } from '../../schemas/openapi-document.js';
import { projectRoot } from '../support/project-root.js';
import { startTestPlatform, type TestPlatform } from '../support/platform/test-platform.js';

/** Where `.ci/generators` has put them. */
const TOOLS = process.env['MUNIMENT_TEST_GENERATORS'] ?? '';

const NAMES = ['preservation', 'storage'] as const;

/** Makes the clients of both services in a folder, and answers how the program that uses them is run. */
type Generate = (folder: string) => Promise<readonly string[]>;

const run = async (words: readonly string[], cwd: string): Promise<string> => {
  const [program = '', ...rest] = words;
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], PYTHONPATH: cwd };
  const { stdout } = await promisify(execFile)(program, rest, { cwd, env, maxBuffer: 64 * 1024 ** 2 });
  return stdout;
};

const ownFile = (name: string): string => join(projectRoot, '.ci', 'clients', name);

const typescript: Generate = async (folder) => {
  const modules = join(TOOLS, 'npm', 'node_modules');
  await symlink(modules, join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await cp(ownFile('use.ts'), join(folder, 'use.ts'));
  for (const name of NAMES)
    await run([join(modules, '.bin', 'openapi-typescript'), `${name}.json`, '-o', `${name}.d.ts`], folder);
  const strict = ['--strict', '--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom', '--types', 'node'];
  await run([join(modules, '.bin', 'tsc'), ...strict, 'use.ts'], folder);
  return [process.execPath, 'use.js'];
};

/** The generator that makes clients in many languages. */
const generate = (folder: string, name: string, words: readonly string[]): Promise<string> =>
  run([join(TOOLS, 'python', 'bin', 'openapi-generator-cli'), 'generate', '-i', `${name}.json`, ...words], folder);

const python: Generate = async (folder) => {
  for (const name of NAMES)
    await generate(folder, name, ['-g', 'python', '-o', '.', '--package-name', `muniment_${name}`]);
  await cp(ownFile('use.py'), join(folder, 'use.py'));
  return [join(TOOLS, 'python', 'bin', 'python'), 'use.py'];
};

const java: Generate = async (folder) => {
  for (const name of NAMES) {
    const own = `muniment.${name}`;
    const packages = ['--invoker-package', own, '--api-package', `${own}.api`, '--model-package', `${own}.model`];
    await generate(folder, name, ['-g', 'java', '-o', '.', ...packages]);
  }
  await cp(ownFile('Use.java'), join(folder, 'src', 'main', 'java', 'Use.java'));
  const sources = (await readdir(join(folder, 'src', 'main'), { recursive: true })).filter((each) =>
    each.endsWith('.java'),
  );
  const jars = join(TOOLS, 'java', 'jars', '*');
  await run(
    ['javac', '-nowarn', '-d', 'classes', '-cp', jars, ...sources.map((each) => join('src', 'main', each))],
    folder,
  );
  return ['java', '-cp', `classes:${jars}`, 'Use'];
};

/** What the Python client tells of imports, content, deletions, searches and streams. */
const further = {
  imported: 'completed',
  whole: 'hello world',
  part: [206, 'world', 'bytes 6-10/11'],
  same: 304,
  deleted: 410,
  purged: 404,
  files: ['info:repo/python/scans/page-1.txt'],
  search: 1,
  activities: ['Create'],
  jobs: ['ImportJob'],
  tombstones: ['gone'],
};

describe('clients that others generate from the documents', () => {
  let platform: TestPlatform;
  let folder: string;
  before(async function () {
    if (TOOLS === '') return;
    platform = await startTestPlatform();
    const at = { bucket: platform.ready.s3.workspaceBucket, key: 'scans/page-1.txt' };
    await platform.s3.put(at, Buffer.from('hello world'), { contentType: 'text/plain' });
    folder = await mkdtemp(join(tmpdir(), 'muniment-clients-'));
  });
  after(async () => {
    if (TOOLS === '') return;
    await platform.remove();
    await rm(folder, { recursive: true, force: true });
  });

  for (const [language, make] of Object.entries({ typescript, python, java })) {
    it(`read and write both services in ${language}`, async function () {
      if (TOOLS === '') this.skip();
      const own = join(folder, language);
      await mkdir(own);
      const { preservation, storage, s3 } = platform.ready;
      const origin = `s3://${s3.workspaceBucket}/scans/page-1.txt`;
      for (const name of NAMES) await writeFile(join(own, `${name}.json`), JSON.stringify(readOpenApi(name)));
      const words = [...(await make(own)), preservation, storage, origin];
      const used = JSON.parse(await run(words, own)) as unknown;
      expect(used).to.deep.equal({
        made: `${preservation}/repository/${language}/par(en)`,
        found: `${preservation}/repository/${language}/par(en)`,
        seen: `${storage}/repository/${language}/par(en)`,
        deposit: 'new',
        editable: true,
        adds: 1,
        missing: 404,
        ...(language === 'python' ? { further } : {}),
      });
    });
  }
});
