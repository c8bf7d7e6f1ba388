import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { temporaryFolder } from '../temporary-folder.js';
import { until } from '../scheduling/until.js';
import { bytesBelow, copyFiles } from './copy-files.js';
import { processOutputs } from './process-output.js';
import { tail } from './tail.js';

const MEBIBYTE = 1024 * 1024;

describe('the evidence of a failure', () => {
  describe('what a process says', () => {
    it('is kept without being taken from whoever reads it later', async () => {
      const child = spawn('sh', ['-c', 'echo this is evidence; echo and this >&2; read line; exit 4']);
      const kept = (): string =>
        processOutputs().find(({ name }) => name.endsWith(`-sh-${child.pid ?? 0}`))?.text ?? '';
      const isKept = (): boolean => kept().includes('\nthis is evidence\n') && kept().includes('\nand this\n');
      await until('what it says is kept', isKept);
      const said = Promise.all([text(child.stdout), text(child.stderr)]);
      child.stdin.end('\n');
      expect(await said).to.deep.equal(['this is evidence\n', 'and this\n']);
      await until('its end is told', () => kept().includes('ended with 4'));
    });

    it('is kept by its end where there is too much of it', () => {
      const end = tail(10);
      for (let number = 0; number < 100; number++) end.add(Buffer.from(`${number % 10}`));
      const [note, kept = ''] = end.text().split('\n');
      expect(kept).to.match(/^\d{10,19}$/);
      expect('0123456789'.repeat(10).endsWith(kept)).to.equal(true);
      expect(note).to.equal(`(${100 - kept.length} bytes before this are not kept)`);
    });
  });

  describe('copies of folders', () => {
    const folder = temporaryFolder();
    const from = (...path: string[]): string => join(folder(), 'from', ...path);
    const to = (...path: string[]): string => join(folder(), 'to', ...path);
    beforeEach(() => mkdirSync(from('deep'), { recursive: true }));
    const copied = (
      mostBytes: number,
      more: { readonly since?: number; readonly without?: ReadonlySet<string> } = {},
    ) => copyFiles({ from: from(), to: to(), mostBytes, ...more });

    it('hold all files where they are small', () => {
      writeFileSync(from('a.db'), 'first');
      writeFileSync(from('deep', 'b.json'), 'second');
      expect(copied(MEBIBYTE)).to.deep.equal({ bytes: 11, leftOut: [] });
      expect(readFileSync(to('deep', 'b.json'), 'utf8')).to.equal('second');
      expect(bytesBelow(to())).to.equal(11);
    });

    it('leave out the largest where there would be too much, and name them', () => {
      writeFileSync(from('large'), Buffer.alloc(600));
      writeFileSync(from('larger'), Buffer.alloc(900));
      writeFileSync(from('small'), Buffer.alloc(100));
      expect(copied(1_000)).to.deep.equal({ bytes: 700, leftOut: ['larger (900 bytes)'] });
      expect(existsSync(to('larger'))).to.equal(false);
    });

    it('hold logs before anything else, by their ends', () => {
      writeFileSync(from('a'), Buffer.alloc(100));
      writeFileSync(from('server.log'), `${'x'.repeat(2 * MEBIBYTE)}the end`);
      expect(copied(MEBIBYTE).leftOut).to.deep.equal(['a (100 bytes)']);
      const log = readFileSync(to('server.log'), 'utf8');
      expect(log).to.have.length(MEBIBYTE);
      expect(log.endsWith('the end')).to.equal(true);
    });

    it('leave out what is older, what was there before, and what is no file', () => {
      writeFileSync(from('old'), 'old');
      utimesSync(from('old'), 1, 1);
      writeFileSync(from('new'), 'new');
      writeFileSync(from('deep', 'before'), 'before');
      symlinkSync('/etc', from('link'));
      expect(copied(MEBIBYTE, { since: 2_000, without: new Set(['deep']) })).to.deep.equal({ bytes: 3, leftOut: [] });
      for (const name of ['old', 'deep', 'link']) expect(existsSync(to(name)), name).to.equal(false);
    });

    it('are nothing where the folder is gone', () =>
      expect(copyFiles({ from: from('gone'), to: to(), mostBytes: 1 })).to.deep.equal({ bytes: 0, leftOut: [] }));
  });
});
