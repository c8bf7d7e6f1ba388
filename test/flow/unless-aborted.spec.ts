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

  it('listens once to a signal, however many wait for it', () => {
    const { signal } = new AbortController();
    for (let waiting = 0; waiting < 100; waiting++) void unlessAborted(never, signal);
    expect(getEventListeners(signal, 'abort')).to.have.length(1);
  });
});
