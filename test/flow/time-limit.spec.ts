import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { timeLimit } from '../../flow/time-limit.js';
import { pause } from '../../flow/pause.js';
import { whenAborted } from '../../flow/when-aborted.js';

describe('a limit of time', () => {
  /** Collects what nothing refers to, also what was referred to in this turn of the event loop. */
  const collectGarbage = async (): Promise<void> => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    for (let turn = 0; turn < 3; turn++) {
      await pause(1);
      collect();
    }
  };

  it('ends the wait for other signals in time, though nothing else refers to it', async () => {
    const ended = whenAborted(timeLimit(200, new AbortController().signal));
    await collectGarbage();
    await ended;
  });

  it('aborts as soon as one of the signals does', () => {
    const other = new AbortController();
    const limit = timeLimit(60_000, new AbortController().signal, other.signal);
    expect(limit.aborted).to.equal(false);
    other.abort(new Error('gone'));
    expect(limit.reason).to.have.property('message', 'gone');
  });
});
