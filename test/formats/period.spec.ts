import { expect } from 'chai';
import { beforePeriod, parsePeriod } from '../../formats/period.js';

describe('a period', () => {
  const before = (date: string, text: string): string => beforePeriod(new Date(date), parsePeriod(text)!).toISOString();

  for (const [text, months, days] of [
    ['P6M', 6, 0],
    ['P1Y', 12, 0],
    ['P1Y6M', 18, 0],
    ['P90D', 0, 90],
    ['P2W', 0, 14],
    ['P1M1D', 1, 1],
    ['P0D', 0, 0],
  ] as const)
    it(`reads ${text}`, () => expect(parsePeriod(text)).to.deep.equal({ months, days }));

  for (const text of ['', 'P', '6M', 'P6', 'PT6M', 'P6MT1H', 'P-6M', 'P1.5M', 'p6m', 'P1D1M', ' P6M', 'P99999999Y'])
    it(`does not read '${text}'`, () => expect(parsePeriod(text)).to.equal(null));

  for (const [date, text, earlier] of [
    ['2026-11-23T10:11:12.345Z', 'P6M', '2026-05-23T10:11:12.345Z'],
    ['2026-08-31T00:00:00.000Z', 'P6M', '2026-02-28T00:00:00.000Z'],
    ['2028-08-31T00:00:00.000Z', 'P6M', '2028-02-29T00:00:00.000Z'],
    ['2026-03-31T23:59:59.999Z', 'P1M', '2026-02-28T23:59:59.999Z'],
    ['2026-01-15T00:00:00.000Z', 'P2M', '2025-11-15T00:00:00.000Z'],
    ['2028-02-29T12:00:00.000Z', 'P1Y', '2027-02-28T12:00:00.000Z'],
    ['2026-03-01T00:00:00.000Z', 'P1D', '2026-02-28T00:00:00.000Z'],
    ['2026-03-31T00:00:00.000Z', 'P1M1D', '2026-02-27T00:00:00.000Z'],
    ['2026-03-01T00:00:00.000Z', 'P0D', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T00:00:00.000Z', 'P9999Y', '0000-01-01T00:00:00.000Z'],
  ] as const)
    it(`of ${text} lies between ${earlier} and ${date}`, () => expect(before(date, text)).to.equal(earlier));
});
