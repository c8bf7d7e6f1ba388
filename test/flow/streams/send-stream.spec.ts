import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { expect } from 'chai';
import { sendStream } from '../../../flow/streams/send-stream.js';

const textOf = async (stream: Readable): Promise<string> => Buffer.concat(await stream.toArray()).toString();

describe('sending a stream', () => {
  it('passes all bytes on, through what is between, and ends the destination', async () => {
    const destination = new PassThrough();
    const upper = new PassThrough({
      transform: (piece: Buffer, _encoding, done) => done(null, piece.toString().toUpperCase()),
    });
    const [text] = await Promise.all([
      textOf(destination),
      sendStream(Readable.from(['some ', 'bytes']), destination, { through: [upper] }),
    ]);
    expect(text).to.equal('SOME BYTES');
  });

  it('leaves the destination open where it is asked to', async () => {
    const destination = new PassThrough();
    await sendStream(Readable.from(['some']), destination, { end: false });
    expect([destination.writableEnded, destination.writable]).to.deep.equal([false, true]);
  });

  it('closes the stream whose destination was closed before', async () => {
    const destination = new PassThrough();
    destination.destroy();
    await once(destination, 'close');
    const stream = Readable.from(['some']);
    const reason = await sendStream(stream, destination).catch((error: unknown) => error);
    expect([reason instanceof Error, stream.destroyed]).to.deep.equal([true, true]);
  });

  it('closes the stream whose destination fails on the way', async () => {
    const destination = new PassThrough({ transform: (_piece, _encoding, done) => done(new Error('full')) });
    const stream = Readable.from(['some', 'bytes']);
    const reason = await sendStream(stream, destination).catch((error: unknown) => error);
    expect([String(reason), stream.destroyed]).to.deep.equal(['Error: full', true]);
  });
});
