import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { quickFolder } from '../support/power-cuts/play-until.js';
import { allowedIn, linesOf } from '../support/power-cuts/allowed-log.js';
import type { AllowedContent } from '../support/power-cuts/store-bench.js';
import { startProgram, type RunningProgram } from '../support/processes/program.js';
import { until } from '../support/scheduling/until.js';
import { SEED } from '../support/random/seed.js';

const MIB = 1024 * 1024;
const CUTS = 8;

/** Options with which a copy of a file system is mounted, whose original may have been mounted before. */
const FILE_SYSTEMS = { ext4: [], xfs: ['nouuid'], btrfs: [] } as const;

const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` };
const run = (command: string, ...words: readonly string[]): string =>
  execFileSync(command, words, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const isThere = (command: string): boolean => spawnSync(command, ['-V'], { env }).error === undefined;

/**
 * Each file system is a file on one that clones files at once (XFS), so that a clone is what its disk holds at one moment,
 * while the system has more in memory. The process that writes is not stopped for it.
 */
describe('a file system whose power was cut', () => {
  let folder: string;
  let writer: RunningProgram | null = null;
  const mounted: string[] = [];
  const at = (...names: readonly string[]): string => join(folder, ...names);

  const mount = (image: string, options: readonly string[] = []): string => {
    const on = `${image}.mounted`;
    mkdirSync(on, { recursive: true });
    run('mount', '-o', ['loop', ...options].join(','), image, on);
    mounted.push(on);
    return on;
  };
  const unmount = (): void => {
    run('umount', mounted.at(-1) ?? '');
    mounted.pop();
  };
  const make = (kind: string, image: string, size: number): void => {
    writeFileSync(image, '');
    truncateSync(image, size * MIB);
    run(`mkfs.${kind}`, '-q', image);
  };

  const skipSince = (test: Mocha.Context, what: string): void => {
    console.log(`      SKIPPED: ${what}`);
    test.skip();
  };

  beforeEach(function () {
    folder = mkdtempSync(join(quickFolder, 'muniment-disk-'));
    if (!isThere('mkfs.xfs')) skipSince(this, 'mkfs.xfs is not there, so that no file system could be cloned');
    make('xfs', at('outer'), 4_000);
    try {
      mount(at('outer'));
    } catch {
      skipSince(this, 'no file can be mounted here, so that no file system was cut');
    }
  });
  afterEach(async () => {
    await writer?.end();
    while (mounted.length > 0) unmount();
    rmSync(folder, { recursive: true });
  });

  for (const [kind, options] of Object.entries(FILE_SYSTEMS)) {
    it(`${kind}: holds all that the object store has answered`, async function () {
      if (!isThere(`mkfs.${kind}`)) skipSince(this, `mkfs.${kind} is not there`);
      const image = at('outer.mounted', 'image');
      make(kind, image, 400);
      const home = join(mount(image), 'data');
      mkdirSync(home);
      const log = at('log');
      const lines = (): string[] => linesOf(log);
      const started = startProgram({
        file: 'test/process/programs/store-writer.js',
        words: [home, 'repository', log, `${SEED}`],
      });
      writer = started;
      const cuts: AllowedContent[] = [];
      for (let cut = 0; cut < CUTS; cut++) {
        const wanted = lines().length + 200;
        await until('the store has written on', () => lines().length >= wanted || !started.isRunning());
        const before = lines();
        run('cp', '--reflink=always', image, `${image}-${cut}`);
        cuts.push(allowedIn(before, lines().slice(before.length)));
      }
      expect(await started.end(), started.said()).to.deep.equal({ code: null, signal: 'SIGKILL' });
      unmount();
      for (const [cut, allowed] of cuts.entries()) {
        const home = join(mount(`${image}-${cut}`, options), 'data');
        writeFileSync(at('allowed'), JSON.stringify([...allowed]));
        // In a process of its own, since a database that was closed keeps its file until memory is collected.
        const examiner = startProgram({
          file: 'test/process/programs/store-examiner.js',
          words: [home, at('allowed')],
        });
        expect(await examiner.ended, examiner.said()).to.include({ code: 0 });
        unmount();
      }
    });
  }
});
