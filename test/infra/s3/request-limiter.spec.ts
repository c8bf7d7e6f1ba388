import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { ByteStoreFault } from '../../../formats/bytes.js';
import { requestLimiter } from '../../../infra/s3/request-limiter.js';

class Pushback extends Error {}

const door = (most: number, patienceMs = 60_000) =>
  requestLimiter({ most, patienceMs, isPushback: (error) => error instanceof Pushback });

/** A call that ends when it is told to. */
const held = () => {
  let end = (): void => undefined;
  let fail: (error: Error) => void = () => undefined;
  const ended = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  return { call: () => ended, end: () => end(), fail: (error: Error) => fail(error) };
};

const outcomeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'done',
    (error: unknown) => error,
  );

describe('the turns at the door of a store', () => {
  it('are taken by so many at once, in the order in which they came', async () => {
    const turns = door(2);
    const calls = [held(), held(), held(), held()];
    const begun: number[] = [];
    const all = calls.map(({ call }, index) => turns.run(() => (begun.push(index), call())));
    await turn();
    expect(begun).to.deep.equal([0, 1]);
    calls[1]!.end();
    await all[1];
    await turn();
    expect(begun).to.deep.equal([0, 1, 2]);
    for (const { end } of calls) end();
    await Promise.all(all);
    expect(begun).to.deep.equal([0, 1, 2, 3]);
  });

  it('become half as many when the store pushes back, once for all that were under way', async () => {
    const turns = door(16);
    const calls = Array.from({ length: 16 }, held);
    const all = calls.map(({ call }) => outcomeOf(turns.run(call)));
    await turn();
    for (const { fail } of calls) fail(new Pushback());
    await Promise.all(all);
    expect(turns.width()).to.equal(8);
    for (let left = 5; left > 0; left--) await outcomeOf(turns.run(() => Promise.reject(new Pushback())));
    expect(turns.width()).to.equal(1);
  });

  it('grow again by one a round, up to what they were', async () => {
    const turns = door(4);
    await outcomeOf(turns.run(() => Promise.reject(new Pushback())));
    expect(turns.width()).to.equal(2);
    for (let calls = 3; calls > 0; calls--) await turns.run(() => Promise.resolve());
    expect(turns.width()).to.equal(3);
    for (let calls = 100; calls > 0; calls--) await turns.run(() => Promise.resolve());
    expect(turns.width()).to.equal(4);
  });

  it('do not become fewer for failures of another kind', async () => {
    const turns = door(4);
    expect(await outcomeOf(turns.run(() => Promise.reject(new TypeError())))).to.be.instanceOf(TypeError);
    expect(turns.width()).to.equal(4);
  });

  it('are not waited for for ever', async () => {
    const turns = door(1, 20);
    const first = held();
    const under = turns.run(first.call);
    const late = await outcomeOf(turns.run(() => Promise.resolve()));
    expect(late).to.be.instanceOf(ByteStoreFault).and.include({ code: 'store-unavailable', transient: true });
    first.end();
    await under;
    expect(await outcomeOf(turns.run(() => Promise.resolve()))).to.equal('done');
  });
});
