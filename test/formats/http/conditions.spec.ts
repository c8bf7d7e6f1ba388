import { expect } from 'chai';
import { rangeApplies } from '../../../formats/http/conditions.js';

const etag = '"a1"';
const lastModified = new Date('2026-11-20T08:49:37.635Z');
const SAME = 'Fri, 20 Nov 2026 08:49:37 GMT';
const EARLIER = 'Fri, 20 Nov 2026 08:49:36 GMT';
const LATER = 'Fri, 20 Nov 2026 08:49:38 GMT';

describe('a range under a condition', () => {
  const cases: readonly [ifRange: string | null, applies: boolean][] = [
    [null, true],
    ['"a1"', true],
    ['W/"a1"', false],
    ['"b2"', false],
    ['"a1", "b2"', false],
    ['*', false],
    [SAME, true],
    [EARLIER, false],
    [LATER, false],
    ['2026-11-20T08:49:37Z', false],
    ['', false],
  ];
  for (const [ifRange, applies] of cases) {
    it(`${ifRange === null ? 'not given' : JSON.stringify(ifRange)} ${applies ? 'applies' : 'is ignored'}`, () => {
      expect(rangeApplies(ifRange ?? undefined, { etag, lastModified })).to.equal(applies);
    });
  }
});
