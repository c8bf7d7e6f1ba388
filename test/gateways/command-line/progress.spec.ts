import { expect } from 'chai';
import { readableBytes, screenProgress, type Progress } from '../../../gateways/command-line/progress.js';

const watched = (isTTY: boolean): { progress: Progress; shown: string[]; pass: (ms: number) => void } => {
  const shown: string[] = [];
  let now = 0;
  const progress = screenProgress({ isTTY, write: (text: string) => shown.push(text) }, () => now);
  return { progress, shown, pass: (ms) => (now += ms) };
};

describe('progress', () => {
  it('is a line a step and a line every few seconds where lines cannot be rewritten', () => {
    const { progress, shown, pass } = watched(false);
    progress.begin('Starting');
    progress.begin('Uploading', { files: 3, bytes: 3_000 });
    progress.advance(1, 1_000);
    pass(3_000);
    progress.advance(1, 1_000);
    progress.advance(1, 1_000);
    progress.end();
    expect(shown).to.deep.equal([
      'Starting\n',
      'Uploading: 0 of 3 files, 0 B of 3.0 kB\n',
      'Uploading: 2 of 3 files, 2.0 kB of 3.0 kB\n',
    ]);
  });

  it('is one line that is rewritten on a terminal, and stands with its last numbers', () => {
    const { progress, shown, pass } = watched(true);
    progress.begin('Uploading', { files: 2, bytes: 2 });
    pass(50);
    progress.advance(1, 1);
    pass(50);
    progress.advance(1, 1);
    progress.begin('Importing');
    progress.end();
    progress.end();
    const line = (text: string): string => `\r\u001b[2K${text}`;
    expect(shown.join('')).to.equal(
      [
        line('Uploading: 0 of 2 files, 0 B of 2 B'),
        line('Uploading: 2 of 2 files, 2 B of 2 B'),
        line('Uploading: 2 of 2 files, 2 B of 2 B'),
        '\n',
        line('Importing'),
        line('Importing'),
        '\n',
      ].join(''),
    );
  });

  it('tells sizes in the unit that suits them', () => {
    expect([0, 999, 1_000, 1_500_000, 2.5e9, 3e15].map(readableBytes)).to.deep.equal([
      '0 B',
      '999 B',
      '1.0 kB',
      '1.5 MB',
      '2.5 GB',
      '3000.0 TB',
    ]);
  });
});
