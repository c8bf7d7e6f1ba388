import { PassThrough, Writable } from 'node:stream';
import { expect } from 'chai';
import type { Response } from 'express';
import { answerSender } from '../../../../gateways/http/answer/answer-sender.js';
import type { Exchange } from '../../../../gateways/http/exchange.js';
import { memoryLog } from '../../service.js';

/** A connection to a client that leaves after it has read the first piece. */
const leavingClient = (): Response => {
  const write = function (this: Writable): void {
    this.destroy();
  };
  const rest = { status: () => undefined, setHeader: () => undefined, req: { complete: true, headers: {} } };
  return Object.assign(new Writable({ write }), rest) as unknown as Response;
};

const warningsOf = async (mediaType: string, stream = new PassThrough()): Promise<readonly string[]> => {
  const { log, lines } = memoryLog();
  stream.write('retry: 2000\n\n');
  const exchange = { headersOnly: false, correlationId: 'x', holder: 'dev' } as Exchange;
  await answerSender({ log })(
    leavingClient(),
    { status: 200, content: { kind: 'endless', stream, mediaType } },
    exchange,
  );
  return lines.map(({ message }) => message);
};

describe('an answer whose reader leaves', () => {
  it('is no warning where it is a stream of events, which nobody reads to its end', async () => {
    expect(await warningsOf('text/event-stream; charset=utf-8')).to.deep.equal([]);
  });

  it('is a warning where it is anything else', async () => {
    expect(await warningsOf('text/csv')).to.deep.equal(['An answer could not be sent completely.']);
  });

  it('is a warning where a stream of events fails by itself', async () => {
    const failing = new PassThrough({
      transform: (_piece, _encoding, done) => done(new Error('the log cannot be read')),
    });
    expect(await warningsOf('text/event-stream', failing)).to.deep.equal(['An answer could not be sent completely.']);
  });
});
