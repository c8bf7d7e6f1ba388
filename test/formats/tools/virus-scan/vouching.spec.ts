import { expect } from 'chai';
import { BATCH, FILES, LOG, NEWEST, scanning, scanOf, table } from './scanned-workspace.js';

const counted = ({
  known = 8_706_378,
  files = 2,
  hits = '/x/objects/b: Eicar FOUND',
}: {
  known?: number | string;
  files?: number | string;
  hits?: string;
}): string =>
  `${hits}\n----------- SCAN SUMMARY -----------\nKnown viruses: ${known}\nScanned files: ${files}\nInfected files: ${hits === '' ? 0 : 1}${NEWEST}`;

describe('a virus log as a witness for files that it does not name', () => {
  for (const [problem, what, whole, more] of [
    ['scan-unfinished', 'that did not come to its end', '\nobjects/b: Eicar FOUND\nobjects/a: OK\n', {}],
    ['scan-without-signatures', 'that knew no virus', counted({ known: 0 }), {}],
    ['scan-without-signatures', 'that does not say how many viruses it knew', counted({ known: 'some' }), {}],
    ['scan-incomplete', 'of fewer files than are listed', counted({ files: 1 }), { leftOut: 1 }],
    ['scan-incomplete', 'that does not say how many files it took', counted({ files: 'some' }), {}],
    [
      'scan-failed',
      'that had an error of its own',
      `ERROR: Could not connect to clamd on /run/clamd.ctl: Connection refused\n${counted({})}`,
      { names: ['ERROR: Could not connect to clamd on /run/clamd.ctl: Connection refused'] },
    ],
    [
      'scan-failed',
      'with an error after its end',
      `${counted({})}\nERROR: Malformed database\n`,
      {
        names: ['ERROR: Malformed database'],
      },
    ],
  ] as const) {
    it(`of a scan ${what} has its hits, and vouches for nobody`, async () => {
      const readings = await scanning({ hits: '', listed: ['/x/objects/a', '/x/objects/b'], ...FILES }, whole);
      expect(scanOf(readings, 'objects/a')).to.equal(undefined);
      expect(scanOf(readings, 'objects/b')).to.include({ hasVirus: true, virusFound: ' Eicar FOUND' });
      expect(readings.warnings).to.deep.equal([{ path: LOG, problem, ...more }]);
    });
  }

  it('does not miss among the scanned files what it names as not scanned, nor what is empty, nor members of archives', async () => {
    const listed = ['/x/objects/a', '/x/objects/b', '/x/objects/c', '/x/objects/d/e', '/x/objects/b#in/f'];
    const lines = '/x/objects/a: Excluded\n/x/objects/d: Access denied';
    const readings = await scanning(
      {
        hits: '',
        listed,
        ...FILES,
        'objects/d/e': 'content',
        [`${BATCH}/formatid.csv`]: table(...listed).replace('"/x/objects/c",', '"/x/objects/c",0'),
      },
      `${lines}\n${counted({ files: 1, hits: '' })}`,
    );
    expect(scanOf(readings, 'objects/b')).to.include({ hasVirus: false });
    expect(scanOf(readings, 'objects/c')).to.include({ hasVirus: false });
    expect(scanOf(readings, 'objects/a')).to.equal(undefined);
    expect(readings.warnings).to.deep.equal([]);
  });

  it('of a later scan vouches though an earlier one in it had an error', async () => {
    const whole = `ERROR: Malformed database\n${counted({})}\n${counted({})}`;
    const readings = await scanning({ hits: '', listed: ['/x/objects/a', '/x/objects/b'], ...FILES }, whole);
    expect(scanOf(readings, 'objects/a')).to.include({ hasVirus: false });
  });

  it('does not vouch where an error came between an earlier scan and the last', async () => {
    const whole = `${counted({})}\nERROR: Malformed database\n${counted({})}`;
    const readings = await scanning({ hits: '', listed: ['/x/objects/a', '/x/objects/b'], ...FILES }, whole);
    expect(scanOf(readings, 'objects/a')).to.equal(undefined);
  });
});
