import { expect } from 'chai';
import type { ScannerVersion } from '../../../formats/tools/findings/findings.js';
import type { VirusScanner } from '../../../formats/tools/findings/tool-ports.js';
import { versionsOf } from '../../../workers/pipeline/tool-versions.js';

const none = { identifier: null, extractor: null, reporter: null };
const scanner = (signaturesMade: Date | null): VirusScanner => ({
  version: () => {
    const version: ScannerVersion = {
      definition: 'ClamAV 1.4.3/27886',
      engine: '1.4.3',
      signaturesMade,
    };
    return Promise.resolve(version);
  },
  begin: () => Promise.reject(new Error('nothing is scanned here')),
});

const warningsOf = async (signaturesMade: Date | null): Promise<readonly string[]> => {
  const age = { now: new Date('2026-03-04T05:06:07Z'), mostDays: 7 };
  const tools = { ...none, scanner: scanner(signaturesMade) };
  return (await versionsOf(tools, age, new AbortController())).warnings;
};

describe('the tools of a pipeline run', () => {
  it('are warned of where virus signatures are older than allowed', async () => {
    expect(await warningsOf(new Date('2026-01-20T07:24:12Z'))).to.deep.equal([
      'The virus signatures of ClamAV 1.4.3 were made on 2026-01-20, 42 days before the scan.',
    ]);
    expect(await warningsOf(new Date('2026-02-25T05:06:07Z'))).to.deep.equal([]);
  });
  it('are warned of where the scanner does not say how old its signatures are', async () => {
    expect(await warningsOf(null)).to.deep.equal(['ClamAV 1.4.3 does not say when its virus signatures were made.']);
  });
  it('have no warnings where nothing is scanned', async () => {
    const age = { now: new Date(), mostDays: 7 };
    const { list, warnings } = await versionsOf({ ...none, scanner: null }, age, new AbortController());
    expect([list, warnings]).to.deep.equal([[], []]);
  });
});
