import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { evidenceReport, lastLines } from './evidence-report.js';

const numbered = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join('\n');

describe('the report of all evidence', () => {
  const folder = temporaryFolder();
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder(), path)), { recursive: true });
    writeFileSync(join(folder(), path), text);
  };

  it('is nothing where nothing failed', () => {
    expect(evidenceReport(folder())).to.equal('');
    expect(evidenceReport(join(folder(), 'none'))).to.equal('');
  });

  it('shows the last hundred lines of each log, the failure first, and nothing of what is no text', () => {
    write('quick/one-1/failure.txt', 'it fails');
    write('quick/one-1/processes/001-node-1.log', numbered(150));
    write('quick/one-1/folders/data/server.log', 'said');
    write('quick/one-1/folders/data/events.db', 'SQLite');
    const lines = evidenceReport(folder()).split('\n');
    expect(lines.slice(0, 4)).to.deep.equal([
      `== evidence in ${join(folder(), 'quick/one-1')}`,
      '--- quick/one-1/failure.txt',
      'it fails',
      '--- quick/one-1/processes/001-node-1.log',
    ]);
    expect(lines[4]).to.equal('line 51');
    expect(lines.slice(-3)).to.deep.equal(['line 150', '--- quick/one-1/folders/data/server.log', 'said']);
  });

  it('names the others where there are many failures, or many logs', () => {
    for (let number = 10; number < 22; number++) write(`quick/one-${number}/failure.txt`, `failure ${number}`);
    for (let number = 100; number < 140; number++) write(`quick/one-10/processes/${number}.log`, `process ${number}`);
    const report = evidenceReport(folder());
    expect(report).to.contain('failure 10').and.contain('failure 17').and.not.contain('failure 18');
    expect(report).to.contain(`== evidence in ${join(folder(), 'quick/one-21')}`);
    expect(report).to.contain('process 139').and.not.contain('process 110');
    expect(report).to.contain(`(16 more in ${join(folder(), 'quick/one-10')})`);
  });

  it('cuts lines that are very long', () => expect(lastLines('x'.repeat(10_000))).to.have.length(501));
});
