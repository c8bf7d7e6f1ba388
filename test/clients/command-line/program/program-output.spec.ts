import { expect } from 'chai';
import { useFakeTimers, type SinonFakeTimers } from 'sinon';
import { programOutput } from '../../../../clients/command-line/program/program-output.js';
import type { TextStream } from '../../../../clients/command-line/program/streams.js';
import { keptStream } from '../../../support/command-line/run-in-program.js';

describe('the output of a verb', () => {
  let clock: SinonFakeTimers;
  beforeEach(() => (clock = useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] })));
  afterEach(() => clock.restore());

  it('has lines of their own on a terminal, also while progress is shown', async () => {
    const { stream }: { readonly stream: TextStream } = keptStream({ columns: 80 });
    const shown: string[] = [];
    const output = programOutput({
      ...{ out: stream, environment: { LANG: 'C.UTF-8' }, common: { json: false, quiet: false, color: false } },
      err: Object.assign(keptStream({ columns: 80 }).stream, { write: (text: string) => shown.push(text) > 0 }),
      writing: { write: (text) => Promise.resolve(void shown.push(String(text))), flushed: () => Promise.resolve() },
      outlivesReader: false,
      isDocument: false,
      isHidden: () => false,
    });
    output.progress.begin('Reading');
    clock.tick(500);
    await output.write('E092\n');
    output.progress.end();
    const erased = '\r\u001b[2K';
    expect(shown.filter((text) => text !== '')).to.deep.equal([
      `${erased}Reading …`,
      erased,
      'E092\n',
      `${erased}Reading …`,
      erased,
    ]);
  });

  it('has progress among lines of JSON, and none where the JSON is one document', () => {
    const shownWith = (isDocument: boolean): string[] => {
      const shown: string[] = [];
      const output = programOutput({
        ...{ out: keptStream().stream, err: keptStream().stream, environment: {} },
        common: { json: true, quiet: false, color: false },
        writing: { write: (text) => Promise.resolve(void shown.push(String(text))), flushed: () => Promise.resolve() },
        outlivesReader: false,
        isDocument,
        isHidden: () => false,
      });
      output.progress.begin('Reading');
      clock.tick(1_500);
      output.progress.end();
      return shown;
    };
    expect(shownWith(false).map((text) => (JSON.parse(text) as { type: string }).type)).to.deep.equal(['progress']);
    expect(shownWith(true)).to.deep.equal([]);
  });
});
