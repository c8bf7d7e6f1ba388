import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { restore } from '../../clients/command-line/verbs/restore/restore.js';
import { archiveOf } from '../support/archive/archive-of.js';
import { runVerb, type VerbRun } from '../support/command-line/run-verb.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` };
const run = (command: string, ...words: readonly string[]): string =>
  execFileSync(command, words, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

describe('restore to a disk with the file system of memory cards (vfat)', () => {
  let mounted: string | null = null;
  const folder = temporaryFolder(() => {
    if (mounted !== null) run('umount', mounted);
    mounted = null;
    return Promise.resolve();
  });

  beforeEach(function () {
    const [image, on] = [join(folder(), 'image'), join(folder(), 'card')];
    writeFileSync(image, '');
    truncateSync(image, 16 * 1024 ** 2);
    mkdirSync(on);
    try {
      run('mkfs.vfat', image);
      run('mount', '-o', 'loop,utf8', image, on);
      mounted = on;
    } catch (error) {
      console.log(`      SKIPPED: no vfat could be made and mounted (${String(error).split('\n', 1)[0]})`);
      this.skip();
    }
  });

  const out = (): string => join(folder(), 'card', 'out');
  const restored = (names: readonly string[], ...words: readonly string[]): Promise<VerbRun> => {
    const files = Object.fromEntries(names.map((name) => [`objects/${name}`, `text of ${name}`]));
    const archive = archiveOf({ groups: { films: { versions: [{ files }] } } });
    return runVerb(restore, ['films', '--to', out(), ...words], { archive });
  };

  it('refuses names that differ in capitals only, or renames the second', async () => {
    const { fault } = await restored(['Bild.TIF', 'bild.tif']);
    expect(fault?.message).to.equal(`${out()} cannot hold both Bild.TIF and bild.tif. Nothing was written.`);
    expect(readdirSync(join(folder(), 'card'))).to.deep.equal([]);
    await restored(['Bild.TIF', 'bild.tif'], '--rename-collisions');
    expect(readFileSync(join(out(), 'Bild.TIF'), 'utf8')).to.equal('text of Bild.TIF');
    expect(readFileSync(join(out(), 'bild (2).tif'), 'utf8')).to.equal('text of bild.tif');
  });

  it('refuses names that it cannot hold', async () => {
    const { fault } = await restored(['part: 2.txt']);
    expect(fault?.message).to.equal(`${out()} cannot hold the name part: 2.txt (contains ":"). Nothing was written.`);
    expect((await restored(['ends with a dot.'])).fault?.code).to.equal('name-impossible');
  });
});
