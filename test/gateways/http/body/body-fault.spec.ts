import { expect } from 'chai';
import { useFakeTimers, type SinonFakeTimers } from 'sinon';
import { semaphore } from '../../../../flow/sharing/semaphore.js';
import { bodyFault } from '../../../../gateways/http/body/body-fault.js';

const PATIENCE = 60_000;

describe('why large bodies are not taken', () => {
  let clock: SinonFakeTimers;
  beforeEach(() => (clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })));
  afterEach(() => clock.restore());

  it('is that no turn has been given back for long though others want one', async () => {
    const one = semaphore(1, { ms: PATIENCE });
    const release = await one.acquire();
    await clock.tickAsync(PATIENCE);
    expect(bodyFault([one]), 'nobody else wants it').to.equal(null);
    const waiting = one.acquire().catch(() => null);
    expect(bodyFault([semaphore(1, { ms: PATIENCE }), one])).to.equal(
      'no large body has been dealt with for 60 s, and others wait',
    );
    await clock.tickAsync(PATIENCE);
    await waiting;
    release();
    expect(bodyFault([one])).to.equal(null);
  });
});
