import { expect } from 'chai';
import {
  readableBytes,
  screenProgress,
  type ScreenProgress,
} from '../../../../clients/command-line/output/progress.js';

const watched = (
  isTTY: boolean,
  columns?: number,
): { progress: ScreenProgress; shown: string[]; pass: (ms: number) => void } => {
  const shown: string[] = [];
  let now = 0;
  const screen = { isTTY, ...(columns === undefined ? {} : { columns }), write: (text: string) => shown.push(text) };
  const progress = screenProgress(screen, () => now);
  return { progress, shown, pass: (ms) => (now += ms) };
};

describe('progress', () => {
  it('is a line a step and a line every few seconds where lines cannot be rewritten', () => {
    const { progress, shown, pass } = watched(false);
    progress.begin('Starting');
    progress.begin('Uploading', { files: 3, bytes: 3_000 });
    progress.advance(1, 1_000);
    pass(10_000);
    progress.advance(1, 1_000);
    progress.advance(1, 1_000);
    progress.end();
    expect(shown).to.deep.equal([
      'Starting\n',
      'Uploading: 0 of 3 files, 0 B of 3.0 kB\n',
      'Uploading: 2 of 3 files, 2.0 kB of 3.0 kB, 200 B/s, 5 s left\n',
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

  it('counts the bytes of a file on its way, and tells how fast they go and for how long yet', () => {
    const { progress, shown, pass } = watched(true);
    progress.begin('Uploading', { files: 1, bytes: 7_200_000_000 });
    for (const [ms, bytes] of [
      [500, 1_000_000],
      [500, 1_000_000],
      [9_000, 98_000_000],
      [62_000, 7_000_000_000],
    ] as const) {
      pass(ms);
      progress.advance(0, bytes);
    }
    progress.advance(1, 100_000_000);
    progress.end();
    expect(shown.map((text) => text.replace('\r\u001b[2K', ''))).to.deep.equal([
      'Uploading: 0 of 1 file, 0 B of 7.2 GB',
      'Uploading: 0 of 1 file, 1.0 MB of 7.2 GB',
      'Uploading: 0 of 1 file, 2.0 MB of 7.2 GB, 2.0 MB/s, 1 h 0 min left',
      'Uploading: 0 of 1 file, 100.0 MB of 7.2 GB, 10.0 MB/s, 12 min left',
      'Uploading: 0 of 1 file, 7.1 GB of 7.2 GB, 98.6 MB/s, 2 s left',
      'Uploading: 1 of 1 file, 7.2 GB of 7.2 GB, 100.0 MB/s',
      '\n',
    ]);
  });

  it('counts files where there is nothing else to count', () => {
    const { progress, shown } = watched(false);
    progress.begin('Recording in the METS', { files: 12_000, bytes: 0 });
    progress.begin('Importing', { files: null, bytes: 2_000 });
    expect(shown).to.deep.equal(['Recording in the METS: 0 of 12000 files\n', 'Importing: 0 files, 0 B of 2.0 kB\n']);
  });

  it('stays in one line of a narrow terminal', () => {
    const { progress, shown } = watched(true, 20);
    progress.begin('Uploading', { files: 10, bytes: 10 });
    expect(shown).to.deep.equal(['\r\u001b[2KUploading: 0 of 10…']);
  });

  it('gives what is to be told besides a line of its own, and goes on below it', () => {
    const { progress, shown } = watched(true);
    progress.begin('Importing');
    progress.note('The service is away.');
    const line = '\r\u001b[2KImporting';
    expect(shown).to.deep.equal([line, line, '\n', 'The service is away.\n', line]);
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
