import { expect } from 'chai';
import { useFakeTimers, type SinonFakeTimers } from 'sinon';
import { phaseProgress, type PhaseProgress } from '../../../../clients/command-line/program/phase-progress.js';

describe('the progress of a verb', () => {
  let clock: SinonFakeTimers;
  beforeEach(() => {
    clock = useFakeTimers({
      now: Date.UTC(2026, 10, 26, 14, 49),
      toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'],
    });
  });
  afterEach(() => clock.restore());

  const watched = (form: PhaseProgress['form'], width = 80) => {
    const shown: string[] = [];
    const records: object[] = [];
    const progress = phaseProgress({
      form,
      write: (text) => void shown.push(text),
      width: () => width,
      record: (value) => void records.push(value),
    });
    return { progress, shown, records };
  };
  const ERASED = '\r\u001b[2K';

  it('is shown from half a second on, four times a second, and erased after its phase', () => {
    const { progress, shown } = watched('rewritten');
    progress.begin('Reading', { files: 9, bytes: 12_400 });
    progress.advance(2, 1_000);
    clock.tick(499);
    expect(shown).to.deep.equal([]);
    clock.tick(1);
    expect(shown).to.deep.equal([`${ERASED}Reading 2 of 9 files, 1.0 of 12.4 kB`]);
    progress.advance(2, 1_100);
    clock.tick(500);
    expect(shown.slice(1)).to.deep.equal([
      `${ERASED}Reading 4 of 9 files, 2.1 of 12.4 kB`,
      `${ERASED}Reading 4 of 9 files, 2.1 of 12.4 kB, 5 s left`,
    ]);
    progress.begin('Copying');
    expect(shown.at(-1)).to.equal(ERASED);
    clock.tick(500);
    expect(shown.at(-1)).to.equal(`${ERASED}Copying …`);
    progress.end();
    progress.end();
    expect(shown.slice(-2)).to.deep.equal([`${ERASED}Copying …`, ERASED]);
  });

  it('of a short phase is not shown', () => {
    const { progress, shown } = watched('rewritten');
    progress.begin('Reading', { files: 1, bytes: 1 });
    clock.tick(400);
    progress.end();
    clock.tick(10_000);
    expect(shown).to.deep.equal([]);
  });

  it('tells the rate where the bytes of the whole are not known', () => {
    const { progress, shown } = watched('rewritten', 120);
    progress.begin('Reading', { files: 3_000, bytes: 0, noun: 'object', isEstimate: true });
    progress.advance(1_204, 12.1e9);
    clock.tick(126_000);
    expect(shown.at(-1)).to.equal(`${ERASED}Reading 1,204 of about 3,000 objects, 12.1 GB, 96 MB/s, 3 min 8 s left`);
  });

  it('fits into the line of a narrow terminal', () => {
    const { progress, shown } = watched('rewritten', 12);
    progress.begin('Reading', { files: 10, bytes: 10 });
    clock.tick(500);
    expect(shown).to.deep.equal([`${ERASED}Reading 0 …`]);
  });

  it('is a dated line a minute where lines cannot be rewritten, the first after one minute', () => {
    const { progress, shown } = watched('dated');
    progress.begin('Reading', { files: null, bytes: 0 });
    clock.tick(59_000);
    expect(shown).to.deep.equal([]);
    progress.advance(1, 0);
    clock.tick(61_000);
    progress.end();
    expect(shown).to.deep.equal(['2026-11-26T14:50:00Z Reading 1 file\n', '2026-11-26T14:51:00Z Reading 1 file\n']);
  });

  it('is a line of JSON a second for programs, and nothing where nobody wants it', () => {
    const { progress, records, shown } = watched('json');
    progress.begin('Reading', { files: 9, bytes: 12_400 });
    progress.advance(4, 2_100);
    clock.tick(1_000);
    progress.begin('Copying');
    clock.tick(1_000);
    expect(records).to.deep.equal([
      { type: 'progress', phase: 'Reading', files: 4, ofFiles: 9, bytes: 2_100, ofBytes: 12_400 },
      { type: 'progress', phase: 'Copying', files: 0, ofFiles: null, bytes: 0, ofBytes: null },
    ]);
    expect(shown).to.deep.equal([]);
    const none = watched('none');
    none.progress.begin('Reading');
    clock.tick(120_000);
    expect([none.shown, none.records]).to.deep.equal([[], []]);
  });

  it('makes room for what is said besides', () => {
    const { progress, shown } = watched('rewritten');
    progress.begin('Copying');
    clock.tick(500);
    progress.interrupt(() => shown.push('The service is away.\n'));
    expect(shown.slice(1)).to.deep.equal([ERASED, 'The service is away.\n', `${ERASED}Copying …`]);
  });
});
