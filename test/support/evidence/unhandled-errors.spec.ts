import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { projectRoot } from '../project-root.js';
import { temporaryFolder } from '../temporary-folder.js';

const REJECTION = `
  it('makes a promise and leaves it', async () => {
    void Promise.reject(new Error('the rejection'));
    await new Promise((resolve) => setTimeout(resolve, 100));
  });
`;

const CHILD = `
  import { spawn } from 'node:child_process';
  import { once } from 'node:events';
  it('starts a process that ends badly', async () => {
    await once(spawn(process.execPath, ['-e', 'void Promise.reject(new Error("the end of the child"))']), 'close');
  });
`;

const FINE = `
  it('is fine', () => undefined);
`;

describe('an error that nothing handles', () => {
  const folder = temporaryFolder();

  /** What a run of these files says, and its exit code. */
  const run = (files: readonly string[], ...words: string[]): Promise<{ code: unknown; said: string }> => {
    const paths = files.map((text, index) => {
      const path = join(folder(), `${index}.spec.mjs`);
      writeFileSync(path, text);
      return path;
    });
    const mocha = ['node_modules/mocha/bin/mocha.js', '--no-config', '--require'];
    const hooks = 'dist/test/support/evidence/keep-evidence.js';
    return new Promise((resolve) =>
      execFile(process.execPath, [...mocha, hooks, ...words, ...paths], { cwd: projectRoot }, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, said: stdout + stderr }),
      ),
    );
  };

  it('fails the test in which it came', async () => {
    const { code, said } = await run([REJECTION]);
    expect(code).to.equal(1);
    expect(said).to.include('1 failing').and.include('the rejection');
  });

  it('fails it in every file of a process that runs several, one after the other', async () => {
    const { code, said } = await run([FINE, REJECTION, FINE, REJECTION, FINE, REJECTION], '--parallel', '--jobs', '2');
    expect(code).to.equal(3);
    expect(said).to.include('3 failing').and.include('the rejection');
  });

  it('fails a run whose tests have all ended', async () => {
    const { code, said } = await run([
      "it('goes on', () => void setImmediate(() => Promise.reject(new Error('late'))));",
    ]);
    expect(code).to.equal(1);
    expect(said).to.include('late');
  });

  for (const words of [[], ['--parallel', '--jobs', '2'], ['--reporter', 'json']])
    it(`has an interrupted run end with 130: mocha ${words.join(' ')}`, async () => {
      const text = `
        it('is interrupted', (done) => {
          process.kill(${words.includes('--parallel') ? 'process.ppid' : 'process.pid'}, 'SIGINT');
          setTimeout(done, 100);
        });
        it('is not run any more', () => undefined);`;
      expect((await run([text, FINE], ...words)).code).to.equal(130);
    });

  it('fails the test that started the process in which it came', async () => {
    const { code, said } = await run([CHILD]);
    expect(code).to.equal(1);
    expect(said).to.include('A process ended by an error that nothing handled').and.include('the end of the child');
  });
});
