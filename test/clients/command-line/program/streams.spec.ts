import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import { writingTo } from '../../../../clients/command-line/program/streams.js';

describe('a stream that a verb writes to', () => {
  it('is listened to by nobody any more when a slow reader has taken what was written', async () => {
    const stream = new PassThrough({ highWaterMark: 1 });
    const writing = writingTo(stream);
    const listeners = (): number[] => ['drain', 'close', 'error'].map((name) => stream.listenerCount(name));
    const before = listeners();
    for (let writes = 0; writes < 20; writes++) {
      const written = writing.write('a line\n');
      stream.read();
      await written;
    }
    expect(listeners()).to.deep.equal(before);
  });
});
