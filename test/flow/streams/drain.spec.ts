import { Readable } from 'node:stream';
import { expect } from 'chai';
import { useFakeTimers } from 'sinon';
import { drain } from '../../../flow/streams/drain.js';

const MiB = 1024 ** 2;

/** A stream without end, and how much of it has been read. */
const endless = () => {
  const read = { bytes: 0 };
  const stream = new Readable({
    read() {
      setImmediate(() => {
        if (this.destroyed) return;
        read.bytes += MiB;
        this.push(Buffer.alloc(MiB));
      });
    },
  });
  return { stream, read };
};

describe('a stream that is drained', () => {
  it('is read to its end', async () => {
    const stream = Readable.from([Buffer.alloc(10), Buffer.alloc(10)]);
    await drain(stream);
    expect(stream.readableEnded).to.equal(true);
    await drain(stream);
  });

  it('may break', async () => {
    const stream = new Readable({ read: () => undefined });
    const drained = drain(stream);
    stream.destroy(new Error('broken'));
    await drained;
  });

  it('is read no further than so many bytes', async () => {
    const { stream, read } = endless();
    await drain(stream);
    expect(read.bytes).to.be.within(64 * MiB, 80 * MiB);
    stream.destroy();
  });

  it('is waited for no longer than so many seconds', async () => {
    const clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const drained = drain(new Readable({ read: () => undefined }));
      await clock.tickAsync(5_000);
      await drained;
    } finally {
      clock.restore();
    }
  });
});
