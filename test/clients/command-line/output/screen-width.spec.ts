import { expect } from 'chai';
import { fitted } from '../../../../clients/command-line/output/screen-width.js';

describe('what fits into a line of a terminal', () => {
  const cases: readonly [text: string, columns: number, shown: string][] = [
    ['letter.txt', 10, 'letter.txt'],
    ['letter.txt', 9, 'letter.t\u2026'],
    ['\u624b\u7d19.txt', 8, '\u624b\u7d19.txt'],
    ['\u624b\u7d19.txt', 7, '\u624b\u7d19.t\u2026'],
    ['\u624b\u7d19', 3, '\u624b\u2026'],
    ['\u624b\u7d19', 2, '\u2026'],
    ['cafe\u0301s', 5, 'cafe\u0301s'],
    ['cafe\u0301s', 4, 'caf\u2026'],
    ['\u{1f48c}\u{1f48c}', 4, '\u{1f48c}\u{1f48c}'],
    ['\u{1f48c}\u{1f48c}', 3, '\u{1f48c}\u2026'],
    ['\u{1f469}\u200d\u{1f469}\u200d\u{1f467} x', 4, '\u{1f469}\u200d\u{1f469}\u200d\u{1f467} x'],
    ['a', 0, ''],
  ];
  for (const [text, columns, shown] of cases) {
    it(`is '${shown}' of '${text}' in ${columns} columns`, () => expect(fitted(text, columns)).to.equal(shown));
  }
});
