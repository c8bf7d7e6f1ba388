import { expect } from 'chai';
import fc from 'fast-check';
import { timestampOf } from '../../events/time.js';

describe('timestamps', () => {
  it('are UTC with seven fractional digits', () => {
    expect(timestampOf(new Date('2026-11-21T07:00:00.042+01:00'))).to.equal('2026-11-21T06:00:00.0420000Z');
    expect(timestampOf(new Date('2026-11-21T06:00:00.042Z'), 17)).to.equal('2026-11-21T06:00:00.0420017Z');
  });

  it('order as text in the order of time', () => {
    const years = { min: new Date('0000-01-01T00:00:00.000Z'), max: new Date('9999-12-31T23:59:59.999Z') };
    const moment = fc.tuple(fc.date({ ...years, noInvalidDate: true }), fc.nat({ max: 9999 }));
    fc.assert(
      fc.property(moment, moment, ([one, oneTicks], [two, twoTicks]) => {
        const before = one.getTime() - two.getTime() || oneTicks - twoTicks;
        const [first, second] = [timestampOf(one, oneTicks), timestampOf(two, twoTicks)];
        expect(Math.sign(first < second ? -1 : Number(first > second))).to.equal(Math.sign(before));
        expect(new Date(first).getTime()).to.equal(one.getTime());
      }),
    );
  });

  it('refuse a date that is none, years of more than four digits, and ticks beyond a millisecond', () => {
    expect(() => timestampOf(new Date(NaN))).to.throw(RangeError);
    expect(() => timestampOf(new Date('+010000-01-01T00:00:00Z'))).to.throw(RangeError, 'four-digit year');
    expect(() => timestampOf(new Date(0), 10_000)).to.throw(RangeError, 'ticks');
    expect(() => timestampOf(new Date(0), 0.5)).to.throw(RangeError, 'ticks');
  });
});
