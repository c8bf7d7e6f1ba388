import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { BrokenPipe, writingTo } from '../../../../clients/command-line/program/streams.js';
import { openPager } from '../../../../infra/compose/program/pager.js';
import { keptStream } from '../../../support/command-line/run-in-program.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

describe('the pager', () => {
  const folder = temporaryFolder();
  const shown = (): string => join(folder(), 'shown');
  const open = (environment: Readonly<Record<string, string>>, rows = 5) => {
    const screen = keptStream({ columns: 80, rows });
    const paths = { PATH: process.env['PATH'] ?? '', SHOWN: shown() };
    return { screen, pager: openPager(screen.stream, writingTo(screen.stream), { ...paths, ...environment }) };
  };

  it('is not opened for what fits on the screen', async () => {
    const { screen, pager } = open({ PAGER: 'cat > "$SHOWN"' });
    for (let line = 1; line <= 4; line++) await pager.write(`${line}\n`);
    expect([screen.text(), pager.isOpen()]).to.deep.equal(['', false]);
    await pager.flushed();
    expect(screen.text()).to.equal('1\n2\n3\n4\n');
  });

  it('shows all of what is longer, and ends before the verb does', async () => {
    const { screen, pager } = open({ PAGER: 'cat > "$SHOWN"; echo "$LESS" >> "$SHOWN"' });
    for (let line = 1; line <= 6; line++) await pager.write(`${line}\n`);
    expect(pager.isOpen()).to.equal(true);
    await pager.flushed();
    expect([screen.text(), pager.isOpen()]).to.deep.equal(['', false]);
    expect(readFileSync(shown(), 'utf8')).to.equal('1\n2\n3\n4\n5\n6\nFRX\n');
  });

  it('is the one for this program, before that for all', async () => {
    const { pager } = open({ MUNIMENT_PAGER: 'cat > "$SHOWN"', PAGER: 'exit 1', LESS: 'S' }, 1);
    await pager.write('a\n');
    await pager.flushed();
    expect(readFileSync(shown(), 'utf8')).to.equal('a\n');
  });

  it('ends the writing where it is left', async () => {
    const { pager } = open({ PAGER: 'head -1 > "$SHOWN"' }, 1);
    const writing = async (): Promise<unknown> => {
      for (let line = 0; line < 1_000_000; line++) await pager.write('b\n'.repeat(1_000));
      return null;
    };
    expect(await writing().catch((error: unknown) => error)).to.be.instanceOf(BrokenPipe);
    await pager.flushed();
    expect(readFileSync(shown(), 'utf8')).to.equal('b\n');
  });
});
