import { expect } from 'chai';
import { runSideBySide, type Check } from './run-side-by-side.js';

const program = (name: string, text: string): Check => ({ name, words: [process.execPath, '-e', text] });
const fine = program('fine', 'console.log("all is well")');
const failing = program('failing', 'console.error("one finding"); process.exit(1)');

describe('checks side by side', () => {
  it('all run, also after one that has failed, and tell what they found', async () => {
    const told: string[] = [];
    const results = await runSideBySide([[failing, fine], [fine]], ({ name }) => told.push(name));
    expect(results.map(({ name, isFine, output }) => [name, isFine, output])).to.deep.equal([
      ['failing', false, 'one finding\n'],
      ['fine', true, 'all is well\n'],
      ['fine', true, 'all is well\n'],
    ]);
    expect([...told].sort()).to.deep.equal(['failing', 'fine', 'fine']);
  });

  it('fail where a program cannot be started, or is ended by a signal', async () => {
    const missing = { name: 'missing', words: ['no-such-program-anywhere'] };
    const killed = program('killed', 'process.kill(process.pid, "SIGKILL")');
    const results = await runSideBySide([[missing], [killed]], () => undefined);
    expect(results.map(({ isFine }) => isFine)).to.deep.equal([false, false]);
    expect(results[0]?.output).to.include('ENOENT');
  });
});
