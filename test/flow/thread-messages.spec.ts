import { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { nextMessage } from '../../flow/thread-messages.js';

const heardOf = (script: string): Promise<unknown> => {
  const thread = new Worker(`const { parentPort } = require('node:worker_threads'); ${script}`, { eval: true });
  return nextMessage(thread, 60_000, () => new Error('ended')).catch((error: unknown) => (error as Error).message);
};

describe('the next message of a thread', () => {
  it('comes, or what the thread threw, or that it has ended', async () => {
    expect(await heardOf("parentPort.postMessage('news')")).to.equal('news');
    expect(await heardOf("throw new Error('broken')")).to.equal('broken');
    expect(await heardOf('process.exit(0)')).to.equal('ended');
  });

  it('is not waited for in vain where it came and cannot be read', async () => {
    const nested = 'let deep = []; for (let level = 0; level < 8_000; level++) deep = [deep];';
    const keepsAlive = "parentPort.on('message', () => undefined);";
    const heard = await heardOf(`${keepsAlive} ${nested} parentPort.postMessage(deep)`);
    expect(heard).to.equal('a message of a thread cannot be read');
  });
});
