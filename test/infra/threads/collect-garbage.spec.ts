import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { collectGarbage } from '../../../infra/threads/collect-garbage.js';

describe('garbage that is collected on demand', () => {
  it('is what nothing refers to any more', async () => {
    const held = { of: 'somebody' };
    const [kept, dropped] = [new WeakRef(held), new WeakRef({ of: 'nobody' })];
    await setImmediate(); // what a WeakRef was made of stays until the turn ends
    collectGarbage();
    expect([kept.deref(), dropped.deref()]).to.deep.equal([held, undefined]);
  });

  it('can be collected by threads that begin at the same time', async () => {
    const workerData = new URL('../../../infra/threads/collect-garbage.js', import.meta.url).href;
    const program = `
      import(require('node:worker_threads').workerData).then(({ collectGarbage }) => collectGarbage());
    `;
    const codeOf = async (): Promise<number> => {
      const thread = new Worker(program, { eval: true, workerData });
      const [code] = (await once(thread, 'exit')) as [number];
      return code;
    };
    for (let round = 0; round < 8; round++)
      expect(await Promise.all(Array.from({ length: 8 }, codeOf))).to.deep.equal(Array.from({ length: 8 }, () => 0));
  });
});
