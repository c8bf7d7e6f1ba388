import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { checkInThread } from '../../../../gateways/http/body/check-in-thread.js';
import { openNameless } from '../../../../gateways/http/body/nameless-file.js';
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
  const file = await openNameless('body');
  let thread: Worker | null = null;
  const begin = (): Worker => (thread = new Worker(script, { eval: true }));
  const body = { file, size: 0 };
  const outcome = await checkInThread(readOpenApi('preservation'), MATCHED, { body, paged: true, signal }, begin).catch(
    (error: unknown) => error,
  );
  return { outcome, file, thread: thread as Worker | null };
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
    it(`is heard of where it ${what}, and leaves nothing open`, async () => {
      const { outcome, file, thread } = await checked(script);
      expect(outcome).to.be.instanceOf(Error).with.property('message').that.matches(message);
      expect(file.fd).to.equal(-1);
      if (thread?.threadId !== -1) await once(thread!, 'exit');
    });

  it('is not waited for longer than the request lasts, and is ended', async () => {
    const over = new AbortController();
    const reason = new Error('too late');
    const waiting = checked('for (;;);', over.signal);
    setImmediate(() => over.abort(reason));
    const { outcome, file } = await waiting;
    expect(outcome).to.equal(reason);
    expect(file.fd).to.equal(-1);
  });

  it('is heard of where it fails between two pages of a list', async () => {
    const news = "{ ok: true, value: { value: {}, sha256: '', query: {}, lists: { list: 1_000 }, whole: null } }";
    const fail = `parentPort.on('message', ({ from }) => { if (from > 0) throw new Error('broken'); parentPort.postMessage({ id: 0, items: [1] }) });`;
    const { outcome } = await checked(`${TELL} ${fail} parentPort.postMessage(${news})`);
    const { value: body } = outcome as { value: { value: { list: AsyncIterable<unknown> } } };
    const items: unknown[] = [];
    const went = async (): Promise<void> => {
      for await (const item of body.value.list) items.push(item);
    };
    expect(await went().catch((error: unknown) => error)).to.have.property('message', 'broken');
    expect(items).to.deep.equal([1]);
    expect(await went().catch((error: unknown) => error)).to.have.property('message', 'broken');
  });
});
