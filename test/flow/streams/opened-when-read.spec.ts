import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { openedWhenRead } from '../../../flow/streams/opened-when-read.js';

describe('a stream that is opened when it is read', () => {
  it('has the bytes of the other one, which nobody has opened before', async () => {
    let opened = 0;
    const stream = openedWhenRead(() => {
      opened++;
      return Readable.from([Buffer.from('some '), Buffer.from('bytes')]);
    });
    expect(opened).to.equal(0);
    expect(Buffer.concat(await stream.toArray()).toString()).to.equal('some bytes');
    expect(opened).to.equal(1);
  });

  it('fails as the other one when it is read, however late that is', async () => {
    const stream = openedWhenRead(() => createReadStream('/no/such/file'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(await stream.toArray().catch((error: unknown) => error)).to.have.property('code', 'ENOENT');
  });

  it('closes the other one when it is left', async () => {
    const other = Readable.from([Buffer.from('some '), Buffer.from('bytes')]);
    const stream = openedWhenRead(() => other);
    await once(stream, 'readable');
    stream.destroy();
    await once(stream, 'close');
    expect(other.destroyed).to.equal(true);
  });
});
