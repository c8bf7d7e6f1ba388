import { expect } from 'chai';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { alone } from '../lock.js';
import { identityOf } from '../process-identity.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const silent = (): void => undefined;

describe('working alone on the services', () => {
  const cache = temporaryFolder();

  it('lets a second one wait for the first, and tells it so', async () => {
    const order: string[] = [];
    const told: string[] = [];
    let finish = silent;
    let first: Promise<unknown> = Promise.resolve();
    await new Promise<void>((entered) => {
      first = alone(cache(), silent, async () => {
        entered();
        await new Promise<void>((resolve) => (finish = resolve));
        order.push('first');
      });
    });
    const second = alone(
      cache(),
      (line) => {
        told.push(line);
        finish();
      },
      () => Promise.resolve(order.push('second')),
    );
    await Promise.all([first, second]);
    expect(order).to.deep.equal(['first', 'second']);
    expect(told).to.deep.equal([`Process ${process.pid} is at work on the services; waiting for it.`]);
  });

  it('takes the lock of a process that is gone', async () => {
    writeFileSync(join(cache(), 'lock'), JSON.stringify({ ...identityOf(process.pid)!, born: 'long ago' }));
    expect(await alone(cache(), silent, () => Promise.resolve('done'))).to.equal('done');
  });

  it('leaves no lock behind, even after a failure', async () => {
    await alone(cache(), silent, () => Promise.reject(new Error('no'))).catch(silent);
    expect(existsSync(join(cache(), 'lock'))).to.equal(false);
  });
});
