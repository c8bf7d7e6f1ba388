import { expect } from 'chai';
import { allOrNone } from '../../flow/all-or-none.js';
import { failureOf } from '../support/failure-of.js';

describe('works of which all or none count', () => {
  it('have the values of all, in their order', async () =>
    expect(await allOrNone([Promise.resolve(1), Promise.resolve('two')], () => undefined)).to.deep.equal([1, 'two']));

  it('fail as the first that failed, of which the others are told so that they end', async () => {
    const stop = new AbortController();
    let hasEnded = false;
    const other = new Promise<never>((_resolve, reject) => {
      stop.signal.addEventListener('abort', () => {
        hasEnded = true;
        reject(new Error('stopped'));
      });
    });
    const failure = new Error('no room');
    const thrown = await failureOf(allOrNone([other, Promise.reject(failure)], (reason) => stop.abort(reason)));
    expect([thrown, hasEnded, stop.signal.reason]).to.deep.equal([failure, true, failure]);
  });
});
