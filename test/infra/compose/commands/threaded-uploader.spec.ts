import { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { endOfUpload } from '../../../../infra/compose/commands/threaded-uploader.js';

const pass = (): void => undefined;
const PORT = "const { parentPort } = require('node:worker_threads');";
const NESTED = 'let deep = []; for (let level = 0; level < 50_000; level++) deep = [deep];';

const faultOf = (script: string): Promise<unknown> =>
  endOfUpload(new Worker(PORT + script, { eval: true }), pass, pass).catch((error: unknown) => error);

describe('a thread that uploads files', function () {
  this.timeout(20_000);

  it('has uploaded everything when it says so, and not before', async () => {
    expect(await faultOf('parentPort.postMessage({ done: true })')).to.equal(undefined);
    expect(await faultOf('parentPort.postMessage({ files: 3, bytes: 9 })')).to.be.instanceOf(Error);
    expect(await faultOf('process.exit(0)')).to.be.instanceOf(Error);
  });

  it('is heard of where it fails, whatever way it takes', async () => {
    const told = await faultOf("parentPort.postMessage({ fault: 'away', code: 'store-unavailable' })");
    expect(told).to.include({ message: 'away', code: 'store-unavailable' });
    expect(await faultOf("throw new Error('broken')")).to.have.property('message', 'broken');
    expect(await faultOf(`${NESTED} parentPort.postMessage(deep)`)).to.be.instanceOf(Error);
  });
});
