import { expect } from 'chai';
import fc from 'fast-check';
import { fragmentOf, parseFragment, WHOLE, type CanvasPart } from '../../../formats/iiif/media-fragment.js';
import { SEED } from '../../support/random/seed.js';

const part = (change: Partial<CanvasPart>): CanvasPart => ({ ...WHOLE, ...change });

describe('media fragments of canvases (companion 15.2, 15.3)', () => {
  it('name a time, a region, or both', () => {
    expect(fragmentOf(WHOLE)).to.equal('');
    expect(fragmentOf(part({ beginTime: 1.5, endTime: 61 }))).to.equal('t=1.5,61');
    expect(fragmentOf(part({ region: { x1: 1, y1: 2, x2: 30, y2: 40 } }))).to.equal('xywh=1,2,29,38');
    expect(fragmentOf(part({ beginTime: 3, region: { x1: 0, y1: 0, x2: 5, y2: 6 } }))).to.equal('t=3&xywh=0,0,5,6');
  });
  it('keep a time that begins at zero', () => {
    expect(fragmentOf(part({ beginTime: 0, endTime: 9 }))).to.equal('t=0,9');
    expect(parseFragment('t=0,9')).to.deep.equal(part({ beginTime: 0, endTime: 9 }));
  });
  it('are understood with the names of their units, and without a begin', () => {
    expect(parseFragment('t=npt:1,2.5')).to.deep.equal(part({ beginTime: 1, endTime: 2.5 }));
    expect(parseFragment('t=,7')).to.deep.equal(part({ beginTime: 0, endTime: 7 }));
    expect(parseFragment('xywh=pixel:1,2,3,4')).to.deep.equal(part({ region: { x1: 1, y1: 2, x2: 4, y2: 6 } }));
    expect(parseFragment('')).to.deep.equal(WHOLE);
  });
  for (const other of [
    't=',
    't=a',
    't=1,2,3',
    'xywh=1,2,3',
    'xywh=percent:1,2,3,4',
    'xywh=-1,0,2,2',
    'track=a',
    't=1&x',
  ])
    it(`are not understood as ${other}`, () => expect(parseFragment(other)).to.equal(null));
  it('say again what they were written from', () => {
    const whole = fc.nat(100_000);
    const time = fc.option(fc.tuple(fc.nat(9_999), fc.nat(999)).map(([a, b]) => a + b / 1_000));
    const region = fc.option(
      fc.tuple(whole, whole, whole, whole).map(([x1, y1, w, h]) => ({ x1, y1, x2: x1 + w, y2: y1 + h })),
    );
    const parts = fc.tuple(time, time, region).map(([begin, end, where]): CanvasPart => {
      const endTime = end === null ? null : end + (begin ?? 0);
      return { beginTime: begin ?? (endTime === null ? null : 0), endTime, region: where };
    });
    fc.assert(
      fc.property(parts, (each) => {
        expect(parseFragment(fragmentOf(each))).to.deep.equal(each);
      }),
      { seed: SEED },
    );
  });
});
