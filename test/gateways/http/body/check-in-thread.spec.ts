import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { checkInThread } from '../../../../gateways/http/body/check-in-thread.js';
import { readOpenApi } from '../../../../schemas/openapi-document.js';

const MATCHED = {
  method: 'POST',
  url: '/deposits',
  headers: {},
  body: null,
  operation: { operationId: 'none', params: {} },
};

/** The outcome of a check in a thread that runs `script`, and how the thread was left. */
const checked = async (script: string, signal = new AbortController().signal) => {
  let thread: Worker | null = null;
  const begin = (): Worker => (thread = new Worker(script, { eval: true }));
  const order = { bytes: Buffer.from('{}'), ms: 60_000, signal };
  const outcome = await checkInThread(readOpenApi('preservation'), MATCHED, order, begin).catch(
    (error: unknown) => error,
  );
  return { outcome, thread: thread as Worker | null };
};

const TELL = "const { parentPort } = require('node:worker_threads'); parentPort.on('message', () => undefined);";
const NESTED = 'let deep = []; for (let level = 0; level < 50_000; level++) deep = [deep];';

describe('a thread that reads a body', () => {
  const ends: readonly (readonly [string, string, RegExp])[] = [
    ['throws', "throw new Error('broken')", /broken/],
    ['ends without a word', 'process.exit(0)', /has ended/],
    ['says what nobody can read', `${TELL} ${NESTED} parentPort.postMessage(deep)`, /cannot be read|call stack/],
  ];
  for (const [what, script, message] of ends)
    it(`is heard of where it ${what}, and is ended`, async () => {
      const { outcome, thread } = await checked(script);
      expect(outcome).to.be.instanceOf(Error).with.property('message').that.matches(message);
      if (thread?.threadId !== -1) await once(thread!, 'exit');
    });

  it('is not waited for longer than the request lasts, and is ended', async () => {
    const over = new AbortController();
    const reason = new Error('too late');
    const waiting = checked('for (;;);', over.signal);
    setImmediate(() => over.abort(reason));
    const { outcome, thread } = await waiting;
    expect(outcome).to.equal(reason);
    if (thread?.threadId !== -1) await once(thread!, 'exit');
  });
});
