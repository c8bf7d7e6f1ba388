import { getEventListeners } from 'node:events';
import { expect } from 'chai';
import { condition } from '../../flow/condition.js';
import { onAbort } from '../../flow/on-abort.js';
import { pause } from '../../flow/pause.js';
import { unlessAborted } from '../../flow/unless-aborted.js';

describe('what is done when a signal aborts', () => {
  it('is done once, by all that wait for it', () => {
    const ending = new AbortController();
    const done: number[] = [];
    for (const each of [1, 2, 3]) onAbort(ending.signal, () => done.push(each));
    ending.abort();
    ending.abort();
    expect(done).to.deep.equal([1, 2, 3]);
  });

  it('is not done by those that wait no more', () => {
    const ending = new AbortController();
    const done: number[] = [];
    const forgets = [1, 2, 3].map((each) => onAbort(ending.signal, () => done.push(each)));
    forgets[1]?.();
    ending.abort();
    expect(done).to.deep.equal([1, 3]);
  });

  it('takes one listener of the signal, however many wait in whatever way', async () => {
    const ending = new AbortController();
    const { signal } = ending;
    const news = condition();
    const waits = Array.from({ length: 20 }, () => [
      pause(60_000, signal),
      news.wait({ signal }),
      unlessAborted(new Promise<void>(() => undefined), signal).catch(() => undefined),
    ]).flat();
    expect(getEventListeners(signal, 'abort')).to.have.length(1);
    ending.abort();
    await Promise.all(waits);
  });
});
