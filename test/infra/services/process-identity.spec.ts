import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { identityOf, isRunning } from '../../../infra/services/process-identity.js';

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
});
