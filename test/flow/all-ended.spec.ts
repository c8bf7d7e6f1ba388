import { expect } from 'chai';
import { allEnded } from '../../flow/all-ended.js';

describe('works that all have to end', () => {
  it('give their values', async () => {
    expect(await allEnded(Promise.resolve(1), Promise.resolve('two'), Promise.resolve(null))).to.deep.equal([
      1,
      'two',
      null,
    ]);
  });

  it('fail only when the others have ended as well', async () => {
    let end: (value: string) => void = () => undefined;
    let hasEnded = false;
    const other = new Promise<string>((resolve) => (end = resolve)).finally(() => (hasEnded = true));
    const failed = allEnded(Promise.reject(new Error('no room')), other).catch((error: unknown) => [error, hasEnded]);
    setImmediate(() => end('done'));
    expect(await failed)
      .to.deep.include(true)
      .and.to.have.nested.property('[0].message', 'no room');
  });

  it('fail as the first one in the list, whichever failed first', async () => {
    const late = new Promise((_, reject) => setImmediate(() => reject(new Error('first'))));
    const failed = await allEnded(late, Promise.reject(new Error('second'))).catch((error: unknown) => error);
    expect(failed).to.have.property('message', 'first');
  });
});
