import { expect } from 'chai';
import { useFakeTimers, type SinonFakeTimers } from 'sinon';
import { bodyFault, turns, type Leave } from '../../../../gateways/http/body/turns.js';

const PATIENCE = 60_000;

describe('turns', () => {
  let clock: SinonFakeTimers;
  beforeEach(() => (clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })));
  afterEach(() => clock.restore());

  it('are given first come, first served, and each is given back once', async () => {
    const one = turns(1, PATIENCE);
    const leave = await one.enter();
    const came: number[] = [];
    const others = [1, 2].map(async (name): Promise<Leave> => {
      const leaveAgain = await one.enter();
      came.push(name);
      return leaveAgain;
    });
    leave();
    leave();
    await others[0];
    expect(came).to.deep.equal([1]);
    (await others[0])!();
    await others[1];
    expect(came).to.deep.equal([1, 2]);
  });

  it('are waited for so long and no longer', async () => {
    const one = turns(1, PATIENCE);
    const leave = await one.enter();
    const waiting = one.enter().catch((error: unknown) => error);
    await clock.tickAsync(PATIENCE);
    expect(await waiting).to.have.property('transient', true);
    leave();
    (await one.enter())(); // who was turned away holds none
  });

  it('are not waited for by whoever has given up', async () => {
    const one = turns(1, PATIENCE);
    const leave = await one.enter();
    const over = new AbortController();
    const waiting = one.enter(over.signal).catch((error: unknown) => error);
    const reason = new Error('gone');
    over.abort(reason);
    expect(await waiting).to.equal(reason);
    expect(await one.enter(over.signal).catch((error: unknown) => error)).to.equal(reason);
    leave();
    (await one.enter())();
  });

  it('tell for how long none was given back that others want, also when these were turned away', async () => {
    const one = turns(1, PATIENCE);
    const leave = await one.enter();
    await clock.tickAsync(PATIENCE);
    expect(one.stuckMs(), 'nobody else wants it').to.equal(0);
    const waiting = one.enter().catch(() => null);
    expect(one.stuckMs()).to.equal(PATIENCE);
    expect(bodyFault([turns(1, PATIENCE), one])).to.equal(
      'no large body has been dealt with for 60 s, and others wait',
    );
    await clock.tickAsync(PATIENCE);
    await waiting;
    expect(one.stuckMs()).to.equal(2 * PATIENCE);
    leave();
    expect(one.stuckMs()).to.equal(0);
    expect(bodyFault([one])).to.equal(null);
  });
});
