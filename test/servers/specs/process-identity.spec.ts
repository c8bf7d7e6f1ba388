import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { isFree } from '../free-ports.js';
import { identityOf, isRunning } from '../process-identity.js';

describe('knowing a process again', () => {
  it('finds the one that runs', () => {
    const identity = identityOf(process.pid);
    expect(identity).to.include({ pid: process.pid });
    expect(isRunning(identity!)).to.equal(true);
  });

  it('does not take another one of the same number for it', () =>
    expect(isRunning({ pid: process.pid, born: 'long ago' })).to.equal(false));

  it('finds none that has ended', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    await once(child, 'spawn');
    const identity = identityOf(child.pid!)!;
    expect(isRunning(identity)).to.equal(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isRunning(identity)).to.equal(false);
    expect(identityOf(child.pid!)).to.equal(null);
  });

  it('takes one to run until its last thread has ended, and its port is free', async () => {
    const server = `require('node:net').createServer().listen(0, '127.0.0.1', function () { console.log(this.address().port); })`;
    for (let round = 0; round < 20; round++) {
      const child = spawn(process.execPath, ['-e', server], { stdio: ['ignore', 'pipe', 'ignore'] });
      const [port] = (await once(child.stdout, 'data')) as [Buffer];
      const identity = identityOf(child.pid!)!;
      child.kill('SIGTERM');
      while (isRunning(identity)); // looked at without a pause, as the moment is short
      expect(await isFree(Number(port)), `round ${round}`).to.equal(true);
    }
  });
});
