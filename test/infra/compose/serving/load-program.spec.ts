import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';

const OPEN_FILES = new URL('../../../../infra/compose/serving/open-files.js', import.meta.url).href;
const PROGRAM = `
  import { loadProgram } from '${OPEN_FILES}';
  await loadProgram(() => { console.log('loading'); return new Promise((done) => setTimeout(done, 60_000)); });
`;
const words = ['--input-type=module', '--eval', PROGRAM];

describe('a program that is loaded', () => {
  for (const [signal, code] of [
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)
    it(`is ended by ${signal} before it says what is to be done at one`, async () => {
      const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
      const exit = once(child, 'exit');
      await once(child.stdout, 'data');
      child.kill(signal);
      expect(await exit).to.deep.equal([code, null]);
    });

  const options = ['--disallow-code-generation-from-strings', '--jitless', '--frozen-intrinsics', '--no-addons'];
  for (const option of options)
    it(`is not loaded, but says why, with ${option}`, () => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [option, ...words], { encoding: 'utf8' });
      expect({ status, stdout }).to.deep.equal({ status: 1, stdout: '' });
      expect(stderr.split('\n')).to.include(
        `Muniment cannot run with the option ${option}: start Node without it (see NODE_OPTIONS).`,
      );
    });
});
