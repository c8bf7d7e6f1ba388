import { expect } from 'chai';
import { byteRange } from '../../../formats/http/byte-range.js';

describe('a Range header', () => {
  const cases: readonly [header: string, size: number, expected: readonly [number, number] | string | null][] = [
    ['bytes=0-0', 10, [0, 0]],
    ['bytes=2-5', 10, [2, 5]],
    ['bytes=2-', 10, [2, 9]],
    ['bytes=-3', 10, [7, 9]],
    ['bytes=-30', 10, [0, 9]],
    ['bytes=9-9', 10, [9, 9]],
    ['bytes=5-99', 10, [5, 9]],
    ['bytes=5-99999999999999999999999999', 10, [5, 9]],
    ['BYTES=2-5', 10, [2, 5]],
    [' bytes= 2-5 , ', 10, [2, 5]],
    ['bytes=10-', 10, 'unsatisfiable'],
    ['bytes=10-12', 10, 'unsatisfiable'],
    ['bytes=99999999999999999999999999-', 10, 'unsatisfiable'],
    ['bytes=-0', 10, 'unsatisfiable'],
    ['bytes=0-', 0, 'unsatisfiable'],
    ['bytes=0-0', 0, 'unsatisfiable'],
    ['bytes=-5', 0, null],
    ['bytes=0-1,4-5', 10, null],
    ['bytes=0-1, bytes=4-5', 10, null],
    ['bytes=5-2', 10, null],
    ['bytes=-', 10, null],
    ['bytes=', 10, null],
    ['bytes', 10, null],
    ['bytes=a-b', 10, null],
    ['bytes=1.5-2', 10, null],
    ['bytes=--3', 10, null],
    ['lines=0-1', 10, null],
    ['', 10, null],
  ];
  for (const [header, size, expected] of cases) {
    it(`${JSON.stringify(header)} of ${size} bytes is ${expected === null ? 'ignored' : String(expected)}`, () => {
      const found = byteRange(header, size);
      expect(found !== null && typeof found === 'object' ? [found.start, found.end] : found).to.deep.equal(expected);
    });
  }
});
