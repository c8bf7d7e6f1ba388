import { once } from 'node:events';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect } from 'chai';

const PROGRAM = `
  const { readlinkSync } = require('node:fs');
  const { getPriority } = require('node:os');
  const { parentPort, workerData } = require('node:worker_threads');
  import(workerData).then(({ giveWay }) => {
    giveWay();
    parentPort.postMessage(getPriority(Number(readlinkSync('/proc/thread-self').split('/').pop())));
  });
`;

describe('a thread that gives way', () => {
  it('has a lower priority than the thread that serves requests, which keeps its own', async function () {
    if (process.platform !== 'linux') this.skip();
    const before = getPriority();
    const workerData = new URL('../../../../../infra/embedded/s3-server/bytes/give-way.js', import.meta.url).href;
    const thread = new Worker(PROGRAM, { eval: true, workerData });
    const [niceness] = (await once(thread, 'message')) as [number];
    expect(niceness).to.be.greaterThan(before);
    expect(getPriority()).to.equal(before);
    await thread.terminate();
  });
});
