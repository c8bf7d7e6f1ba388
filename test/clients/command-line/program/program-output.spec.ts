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
});
