import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { until } from '../scheduling/until.js';
import { processOutputs } from './process-output.js';
import { tail } from './tail.js';

describe('the evidence of a failure', () => {
  describe('what a process says', () => {
    it('is kept without being taken from whoever reads it later', async () => {
      const child = spawn('sh', ['-c', 'echo this is evidence; echo and this >&2; read line; exit 4']);
      const kept = (): string => processOutputs().find((output) => output.includes('echo this is evidence')) ?? '';
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
});
