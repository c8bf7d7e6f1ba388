import { expect } from 'chai';
import type { FileFindings } from '../../../formats/tools/findings/file-findings.js';
import type { ScanOutcome } from '../../../formats/tools/findings/findings.js';
import { summarise } from '../../../workers/pipeline/summarise.js';
import { sha256Of } from '../../support/sha256.js';

const found = (path: string, scanned: ScanOutcome): FileFindings => ({
  path,
  identified: null,
  scanned,
  extracted: null,
});

async function* each(findings: readonly FileFindings[]): AsyncGenerator<FileFindings> {
  for (const one of findings) yield await Promise.resolve(one);
}

describe('the numbers of a pipeline run', () => {
  it('count the files that were not scanned apart from the infected ones, and name the first', async () => {
    const unread = Array.from({ length: 22 }, (_, index) =>
      found(`objects/${index}.zip`, { result: 'unread', reason: 'is encrypted'.padEnd(400, '.') }),
    );
    const others = [
      found('objects/a', { result: 'clean' }),
      found('objects/b', { result: 'infected', signature: 'Eicar' }),
    ];
    const { counts } = await summarise(each([...others, ...unread]), []);
    expect(counts).to.include({ infected: 1, failed: 22 });
    expect(counts.notScanned?.files).to.equal(22);
    expect(counts.notScanned?.named).to.have.length(20);
    expect(counts.notScanned?.named[0]).to.deep.equal({
      path: 'objects/0.zip',
      reason: 'is encrypted'.padEnd(300, '.'),
    });
  });

  it('say so where all files were scanned', async () => {
    const { counts } = await summarise(each([found('objects/a', { result: 'clean' })]), []);
    expect(counts.notScanned).to.deep.equal({ files: 0, named: [] });
  });

  it('have another digest than runs whose outputs had an older form, so that those are written anew', async () => {
    const { sha256 } = await summarise(each([]), []);
    expect(sha256).not.to.equal(sha256Of('[]'));
    expect((await summarise(each([]), [])).sha256).to.equal(sha256);
  });
});
