import { expect } from 'chai';
import { asynchronousAfter } from '../../../../gateways/http/request/prefer.js';

describe('how long a caller waits for an answer that is being made', () => {
  for (const [prefer, ms] of [
    ['respond-async, wait=1', 1_000],
    ['wait = "10"; Respond-Async', 10_000],
    ['return=minimal, wait=0, respond-async', 0],
    ['respond-async', 0],
    ['respond-async, wait=soon', 0],
    ['respond-async, wait=999999999', 60_000],
  ] as const)
    it(`is ${ms} ms with ${prefer}`, () => {
      expect(asynchronousAfter(prefer)).to.equal(ms);
    });
  for (const prefer of [undefined, '', 'wait=1', 'respond-asynchronous', 'return=minimal'])
    it(`is as long as it takes with ${prefer}`, () => {
      expect(asynchronousAfter(prefer)).to.equal(null);
    });
});
