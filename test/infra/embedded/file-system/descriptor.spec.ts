import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { codeOf } from '../../../../flow/error-code.js';
import { openDescriptor } from '../../../../infra/embedded/file-system/descriptor.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

describe('an open file of the object engine', () => {
  const folder = temporaryFolder();

  const bytes = Buffer.alloc(300_000, 'muniment ');

  it('takes writes of any size, one after another', async () => {
    const file = await openDescriptor(join(folder(), 'new'), 'wx');
    for (const end of [10, 70_000, bytes.length]) await file.write(bytes.subarray(0, end));
    await file.sync();
    expect(file.stats().size).to.equal(BigInt(10 + 70_000 + bytes.length));
    await file.close();
    const written = await readFile(join(folder(), 'new'));
    expect(written.subarray(70_010).equals(bytes)).to.equal(true);
  });

  it('is closed only when nothing of it is under way, so that its number is not another file’s by then', async () => {
    await writeFile(join(folder(), 'old'), bytes);
    const file = await openDescriptor(join(folder(), 'old'), 'r');
    const into = Buffer.alloc(bytes.length);
    const reading = file.read(into, 0);
    let closed = false;
    const closing = file.close().then(() => (closed = true));
    const read = await reading.then((count) => ({ count, closed }));
    expect(read).to.deep.equal({ count: bytes.length, closed: false });
    await closing;
    await file.close();
    const late = await file.read(into, 0).catch((error: unknown) => (error as Error).message);
    expect(late).to.match(/was closed before$/);
    expect(() => file.stats()).to.throw(/was closed before$/);
  });

  it('belongs to the stream of its bytes once there is one', async () => {
    await writeFile(join(folder(), 'old'), bytes);
    const file = await openDescriptor(join(folder(), 'old'), 'r');
    const stream = file.stream(9, 17);
    await file.close();
    expect((await buffer(stream)).toString()).to.equal('muniment ');
    expect(stream.destroyed).to.equal(true);
  });

  it('gives a range, the rest of the file, or nothing as a stream', async () => {
    await writeFile(join(folder(), 'old'), bytes);
    const read = async (...range: [number, number?]): Promise<Buffer> =>
      buffer((await openDescriptor(join(folder(), 'old'), 'r')).stream(...range));
    expect((await read(1, 280_000)).equals(bytes.subarray(1, 280_001))).to.equal(true);
    expect((await read(270_000)).equals(bytes.subarray(270_000))).to.equal(true);
    expect((await read(0, -1)).length).to.equal(0);
  });

  it('is closed after the reading that is under way when its stream is given up', async () => {
    await writeFile(join(folder(), 'old'), bytes);
    const stream = (await openDescriptor(join(folder(), 'old'), 'r')).stream(0);
    stream.read(0);
    stream.destroy();
    await once(stream, 'close');
    expect(stream.read()).to.equal(null);
  });

  it('fails in its stream with the error of the system', async () => {
    const stream = (await openDescriptor(folder(), 'r')).stream(0);
    const failed = await buffer(stream).catch((error: unknown) => codeOf(error));
    expect(failed).to.equal('EISDIR');
  });
});
