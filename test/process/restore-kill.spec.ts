import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { contentOf, nameOf } from '../support/numbered-files.js';
import { startProgram, type RunningProgram } from '../support/processes/program.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** So many that files get their names before the last is written. */
const FILES = 9_000;
const BYTES = 12_000;

interface Ended {
  readonly out: string;
  readonly err: string;
  readonly code: number | null;
  readonly fault: string | null;
}

describe('a restore whose process ends in the middle', () => {
  const folder = temporaryFolder();
  const to = (): string => join(folder(), 'out');
  const begin = (): RunningProgram =>
    startProgram({ file: 'test/process/programs/restore-worker.js', words: [to(), `${FILES}`, `${BYTES}`] });
  const finished = async (): Promise<Ended> => {
    const running = begin();
    await running.ended;
    return JSON.parse(running.output()) as Ended;
  };

  const namesNow = (below: string): string[] => {
    try {
      return readdirSync(join(to(), below));
    } catch {
      return []; // not made yet
    }
  };
  /** Waits until the folder is as wanted; throws where the process has ended before. */
  const reached = async (running: RunningProgram, isThere: () => boolean): Promise<void> => {
    while (!isThere()) {
      if (!running.isRunning()) throw new Error(`It has ended before: ${running.output()}${running.said()}`);
      await pause(1);
    }
  };
  const hasTemporary = (): boolean => namesNow('.muniment-restore-0').length > 100;
  const requireWhole = (): void => {
    const names = readdirSync(to(), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(names).to.have.length(FILES);
    for (let index = 0; index < FILES; index++) {
      const name = nameOf(index);
      const isSame = readFileSync(join(to(), name)).equals(contentOf(name, BYTES));
      if (!isSame) expect.fail(`${name} has other bytes`);
    }
  };

  it('is completed by the same command after any kill -9', async () => {
    const hasNamed = (): boolean => namesNow('3').length > 0;
    for (const isThere of [hasTemporary, hasNamed]) {
      const running = begin();
      await reached(running, isThere);
      expect(await running.end('SIGKILL')).to.deep.equal({ code: null, signal: 'SIGKILL' });
      expect(readdirSync(to())).to.include('.muniment-restore');
    }
    const { out, err, code } = await finished();
    expect(err).to.match(/^Continuing: [\d,]+ of 9,000 files are there and were compared\.\n$/);
    expect(err).not.to.match(/^Continuing: 0 /);
    expect(out).to.equal(`Restored numbers@v1 to ${to()}: 9,000 files, 108 MB, every byte compared.\n`);
    expect(code).to.equal(0);
    requireWhole();
  });

  it('ends at Ctrl-C with what is written, and is completed by the same command', async () => {
    const running = begin();
    await reached(running, hasTemporary);
    await running.end('SIGINT');
    const { fault } = JSON.parse(running.output()) as Ended;
    expect(fault).to.match(/^Stopped while copying, [\d,]+ of 9,000 files\. Nothing is lost\.$/);
    const left = readdirSync(to()).filter((name) => name.startsWith('.muniment-restore'));
    expect(left).to.deep.equal(['.muniment-restore']);
    const { err, code } = await finished();
    expect(err).not.to.match(/^Continuing: 0 /);
    expect(code).to.equal(0);
    requireWhole();
  });
});
