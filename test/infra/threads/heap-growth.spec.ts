import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { beginLargeWork } from '../../../infra/threads/heap-growth.js';

const MiB = 1024 ** 2;

/** Keeps 300,000 objects, and makes others that are old when nothing refers to them any more. */
const PROGRAM = `
  const { parentPort } = require('node:worker_threads');
  const kept = Array.from({ length: 300_000 }, (_, index) => ({ index, text: 'text ' + index }));
  const recent = [];
  let most = 0;
  for (let made = 0; made < 3_000_000; made++) {
    recent[made % 200_000] = { made, text: 'text ' + made };
    if (made % 10_000 === 0) most = Math.max(most, process.memoryUsage().heapTotal);
  }
  parentPort.postMessage({ most, kept: kept.length });
`;

/** The largest heap of a thread that does this. */
const mostOfThread = async (): Promise<number> => {
  const thread = new Worker(PROGRAM, { eval: true });
  const [{ most }] = (await once(thread, 'message')) as [{ readonly most: number }];
  await thread.terminate();
  return most / MiB;
};

describe('the heaps of a process', function () {
  this.timeout(60_000);

  it('grow less while it works on very many files, and as before when all of that has ended', async () => {
    const before = await mostOfThread();
    const [one, other] = [beginLargeWork(100_000), beginLargeWork(10_000)];
    one();
    one();
    const during = await mostOfThread();
    other();
    const after = await mostOfThread();
    expect(during).to.be.lessThan(0.75 * before);
    expect(during).to.be.lessThan(0.75 * after);
  });

  it('grow as before while it works on fewer files', async () => {
    const ended = beginLargeWork(9_999);
    const few = await mostOfThread();
    ended();
    const many = beginLargeWork(10_000);
    const during = await mostOfThread();
    many();
    expect(during).to.be.lessThan(0.75 * few);
  });
});
