import { expect } from 'chai';
import type { Position } from '../../events/envelope.js';
import { freshness } from '../../projections/freshness.js';
import { openVirtualTime, type Life, type VirtualTime } from '../support/scheduling/virtual-time.js';

describe('whether views may be believed', () => {
  let time: VirtualTime;
  const life: Life = { name: 'a gateway', state: 'running' };
  let looks = 0;
  let shows: boolean;
  let position: Position | null;
  beforeEach(() => {
    time = openVirtualTime(1);
    looks = 0;
    shows = true;
    position = '0007' as Position;
  });
  afterEach(() => time.end());

  const believed = freshness({
    head: () => {
      looks++;
      return Promise.resolve('0007' as Position);
    },
    reached: () => Promise.resolve(shows),
    position: () => position,
    writeWaitMs: 2_000,
  });
  const fresh = (): Promise<boolean> => time.run(life, believed);

  it('is seen once for many readers, and then believed for as long as a writer waits for the views', async () => {
    expect(await Promise.all([fresh(), fresh(), fresh()])).to.deep.equal([true, true, true]);
    time.leap(1_999);
    expect(await fresh()).to.equal(true);
    expect(looks).to.equal(1);
    time.leap(1);
    expect(await fresh()).to.equal(true);
    expect(looks).to.equal(2);
  });

  it('ends when the views are seen to lag, and comes back with them', async () => {
    time.leap(10_000);
    shows = false;
    expect(await fresh()).to.equal(false);
    expect(await fresh()).to.equal(false);
    shows = true;
    expect(await fresh()).to.equal(true);
  });

  it('ends at once when the views show less than they did, as when they are made anew', async () => {
    time.leap(20_000);
    expect(await fresh()).to.equal(true);
    shows = false;
    for (const young of [null, '0006' as Position]) {
      position = young;
      expect(await fresh()).to.equal(false);
    }
    position = '0008' as Position;
    expect(await fresh()).to.equal(true);
  });

  it('is never the case before it was seen, nor when it cannot be seen', async () => {
    const blind = freshness({
      head: () => Promise.reject(new Error('away')),
      reached: () => Promise.resolve(true),
      position: () => null,
      writeWaitMs: 2_000,
    });
    expect(await blind().catch(String)).to.equal('Error: away');
  });

  it('is there where nothing was ever written', async () => {
    const reached = (): Promise<boolean> => Promise.resolve(false);
    const empty = { head: () => Promise.resolve(null), reached, position: () => null, writeWaitMs: 2_000 };
    expect(await freshness(empty)()).to.equal(true);
  });
});
