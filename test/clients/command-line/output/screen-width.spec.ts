import { expect } from 'chai';
import { fitted, widthOf } from '../../../../clients/command-line/output/screen-width.js';

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

describe('how many columns of a terminal a text takes', () => {
  const cases: readonly [text: string, columns: number][] = [
    ['2f1c9a0b77e4\u2026', 13],
    ['\u201cSt\u00e4dte\u201d \u2013 1911', 15],
    ['St\u00e4\u00addte', 6],
    ['\u00a9', 1],
    ['\u00a9\ufe0f', 2],
    ['cafe\u0301', 4],
    ['\u2028', 1],
    ['a\u200bb', 2],
    ['\u624b\u2026', 3],
  ];
  for (const [text, columns] of cases)
    it(`is ${columns} of ${JSON.stringify(text)}`, () => expect(widthOf(text)).to.equal(columns));

  it('is one of each Latin letter and mark of punctuation, however it is found', () => {
    const letters = Array.from({ length: 0x25f }, (_, index) => String.fromCharCode(0xa0 + index));
    // The second text is looked at grapheme by grapheme.
    const different = letters.filter((letter) => widthOf(letter) !== widthOf(`${letter}\u624b`) - 2);
    expect(different).to.deep.equal([]);
  });
});
