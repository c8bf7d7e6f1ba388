import { expect } from 'chai';
import {
  countText,
  durationText,
  numberText,
  sizeOfText,
  sizeText,
  timeText,
  utcText,
} from '../../../../clients/command-line/output/amounts.js';

describe('amounts', () => {
  it('have three digits of powers of a thousand, and bytes are whole', () => {
    expect(
      [0, 826, 999, 1_000, 12_449, 999_499, 999_500, 1.2e9, 96.4e6, 3e15, 4e18].map((size) => sizeText(size)),
    ).to.deep.equal([
      '0 B',
      '826 B',
      '999 B',
      '1.00 kB',
      '12.4 kB',
      '999 kB',
      '1.00 MB',
      '1.20 GB',
      '96.4 MB',
      '3.00 PB',
      '4000 PB',
    ]);
  });

  it('of a part are in the unit of the whole', () => {
    expect(sizeOfText(2_100, 12_400)).to.equal('2.1 of 12.4 kB');
    expect(sizeOfText(0, 826)).to.equal('0 of 826 B');
  });

  it('of time have the two largest units', () => {
    expect([400, 41_000, 60_000, 200_000, 3_600_000, 7_500_000].map(durationText)).to.deep.equal([
      '0 s',
      '41 s',
      '1 min',
      '3 min 20 s',
      '1 h',
      '2 h 5 min',
    ]);
  });

  it('of things have commas, and one of them its singular', () => {
    expect([
      numberText(1_204),
      countText(1, 'file'),
      countText(100_000, 'file'),
      countText(2, 'entry', 'entries'),
    ]).to.deep.equal(['1,204', '1 file', '100,000 files', '2 entries']);
  });

  it('are times of this place, with the offset where the second is told', () => {
    const time = new Date(2026, 10, 26, 15, 49, 5);
    expect(timeText(time)).to.equal('2026-11-26 15:49');
    const whole = timeText(time, { seconds: true });
    expect(whole).to.match(/^2026-11-26 15:49:05 [+-]\d\d:\d\d$/);
    expect(new Date(whole)).to.deep.equal(time);
    expect(utcText(new Date('2026-11-26T14:49:15.123Z'))).to.equal('2026-11-26T14:49:15Z');
  });
});
