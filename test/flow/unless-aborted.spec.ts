import { getEventListeners } from 'node:events';
import { expect } from 'chai';
import { unlessAborted } from '../../flow/unless-aborted.js';

const caught = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);
const never = new Promise(() => undefined);

describe('what is waited for unless a signal aborts', () => {
  it('settles as it does', async () => {
    const { signal } = new AbortController();
    const fault = new Error('fault');
    expect(await unlessAborted(Promise.resolve('answer'), signal)).to.equal('answer');
    expect(await caught(unlessAborted(Promise.reject(fault), signal))).to.equal(fault);
  });

  it("rejects with the signal's reason, now and later", async () => {
    const ending = new AbortController();
    const reason = new Error('the end');
    const waiting = [1, 2].map(() => caught(unlessAborted(never, ending.signal)));
    ending.abort(reason);
    expect(await Promise.all(waiting)).to.deep.equal([reason, reason]);
    expect(await caught(unlessAborted(Promise.resolve('answer'), ending.signal))).to.equal(reason);
  });

  it('leaves no rejection without a handler, whether the signal aborts before or after', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    const others = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection').on('unhandledRejection', note);
    const fault = new Error('fault');
    const ending = new AbortController();
    let fail: (fault: Error) => void = () => undefined;
    const late = new Promise<never>((_, reject) => (fail = reject));
    const waiting = caught(unlessAborted(late, ending.signal));
    ending.abort(new Error('the end'));
    await waiting;
    fail(fault);
    await caught(unlessAborted(Promise.reject(fault), ending.signal));
    await new Promise((resolve) => setImmediate(resolve));
    process.removeListener('unhandledRejection', note);
    for (const other of others) process.on('unhandledRejection', other);
    expect(unhandled).to.deep.equal([]);
  });

  it('listens once to a signal, however many wait for it', () => {
    const { signal } = new AbortController();
    for (let waiting = 0; waiting < 100; waiting++) void unlessAborted(never, signal);
    expect(getEventListeners(signal, 'abort')).to.have.length(1);
  });
});
