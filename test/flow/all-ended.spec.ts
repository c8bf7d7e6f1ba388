import { expect } from 'chai';
import { allEnded } from '../../flow/all-ended.js';

describe('two works of which both have to end', () => {
  it('give both their values', async () => {
    expect(await allEnded(Promise.resolve(1), Promise.resolve('two'))).to.deep.equal([1, 'two']);
  });

  it('fail only when the other one has ended as well', async () => {
    let end: (value: string) => void = () => undefined;
    let hasEnded = false;
    const other = new Promise<string>((resolve) => (end = resolve)).finally(() => (hasEnded = true));
    const failed = allEnded(Promise.reject(new Error('no room')), other).catch((error: unknown) => [error, hasEnded]);
    setImmediate(() => end('done'));
    expect(await failed)
      .to.deep.include(true)
      .and.to.have.nested.property('[0].message', 'no room');
  });
});
