import { expect } from 'chai';
import { readWorkspace } from '../sources.js';
import { BATCH, clean, FILES, log, LOG, NEWEST, scanned, scanning, scanOf } from './scanned-workspace.js';

describe('the log of a virus scan', () => {
  it('has the words of the scanner for an infected file, with the space before them, and vouches for the others', async () => {
    const hits = '/x/objects/bad.txt: Win.Test.EICAR_HDB-1 FOUND';
    const readings = await scanning({ hits, listed: ['/x/objects/bad.txt', '/x/objects/good.txt'] });
    const infected = { ...clean, hasVirus: true, virusFound: ' Win.Test.EICAR_HDB-1 FOUND' };
    expect(scanOf(readings, 'objects/bad.txt')).to.deep.equal(infected);
    expect(scanOf(readings, 'objects/good.txt')).to.deep.equal(clean);
    expect(readings.warnings).to.deep.equal([]);
  });

  it('may speak of files with a colon in their path', async () => {
    const readings = await scanning({ hits: '/x/objects/a: b: c.txt: Eicar FOUND', listed: [] });
    expect(scanOf(readings, 'objects/a: b: c.txt')).to.include({ hasVirus: true, virusFound: ' Eicar FOUND' });
  });

  it('tells of infected files without the table too, and of no clean ones', async () => {
    const { entries } = await scanning({ hits: '/x/objects/bad: Eicar FOUND' });
    expect([...entries.keys()]).to.deep.equal(['objects/bad']);
  });

  it('knows a listed file as infected whichever folder either tool began in', async () => {
    const readings = await scanning({ hits: 'bad: Eicar FOUND', listed: ['/x/objects/bad', '/x/objects/bad.txt'] });
    expect(scanOf(readings, 'objects/bad')).to.equal(undefined);
    expect(scanOf(readings, 'objects/bad.txt')).to.deep.equal(clean);
  });

  it('does not vouch for a file that could not be scanned', async () => {
    const hits = "/x/objects/a: Can't open file ERROR\n/x/objects/b: OK\nLibClamAV Warning: old";
    const readings = await scanning({ hits, listed: ['/x/objects/a', '/x/objects/b'] });
    expect(scanOf(readings, 'objects/a')).to.equal(undefined);
    expect(scanOf(readings, 'objects/b')).to.deep.equal(clean);
  });

  for (const [said, line] of [
    ['may not open', '/x/objects/a: Access denied'],
    ['may not open, the daemon says', '/x/objects/a: Access denied. ERROR'],
    ['may not look at', '/x/objects/a: lstat() failed: Permission denied. ERROR'],
    ['may not look at, in later words', '/x/objects/a: File path check failure: Permission denied. ERROR'],
    ['cannot read', "/x/objects/a: Can't read file ERROR"],
    ['cannot open', '/x/objects/a: Failed to open file'],
    ['cannot open to stream', '/x/objects/a: Failed to open file. ERROR'],
    ['has no answer for', '/x/objects/a: no reply from clamd'],
    ['cannot open, as a warning', "WARNING: Can't open file /x/objects/a: Permission denied"],
    ['cannot get at, as an error', "ERROR: Can't access file /x/objects/a"],
    ['cannot read to its end', 'ERROR: Failed to read from /x/objects/a.'],
    ['does not know the kind of', 'WARNING: /x/objects/a: Not supported file type'],
    ['was told to leave out', '/x/objects/a: Excluded'],
    ['finds on another disk', '/x/objects/a: Excluded (another filesystem)'],
    ['passes over as a link', '/x/objects/a: Symbolic link'],
    ['says something new of', '/x/objects/a: Heuristics: gave up'],
  ] as const) {
    it(`does not vouch for a file that the scanner ${said}`, async () => {
      const readings = await scanning({ hits: line, listed: ['/x/objects/a', '/x/objects/b'] });
      expect(scanOf(readings, 'objects/a')).to.equal(undefined);
      expect(scanOf(readings, 'objects/b')).to.deep.equal(clean);
      expect(readings.warnings).to.deep.equal([]);
    });
  }

  it('does not vouch for the files of a folder that could not be opened', async () => {
    const hits = "/x/objects/closed: Can't open directory.";
    const listed = ['/x/objects/closed/deep/a', '/x/objects/closed.txt'];
    const readings = await scanning({ hits, listed }, log(hits, '\nTotal errors: 1'));
    expect(scanOf(readings, 'objects/closed/deep/a')).to.equal(undefined);
    expect(scanOf(readings, 'objects/closed.txt')).to.include({ hasVirus: false });
  });

  it('vouches for an empty file, in which nothing can be', async () => {
    const readings = await scanning({ hits: '/x/objects/a: Empty file', listed: ['/x/objects/a'] });
    expect(scanOf(readings, 'objects/a')).to.deep.equal(clean);
  });

  it('takes what the library of the scanner says for no file', async () => {
    const hits = 'LibClamAV Warning: fmap_readpage: pread fail: asked for 4093 bytes @ offset 3, got 0';
    const readings = await scanning({ hits, listed: ['/x/objects/a'] });
    expect(scanOf(readings, 'objects/a')).to.deep.equal(clean);
  });

  for (const [what, hits, more, infected] of [
    ['more files could not be read than it names', '/x/objects/a: Access denied', '\nTotal errors: 2'],
    ['a file could not be read and it names none', '', '\nTotal errors: 1'],
    ['the number of errors is no number', '', '\nTotal errors: many'],
    [
      'a file twice named stands for two errors',
      '/x/objects/a: Access denied\n/x/objects/a: Access denied',
      '\nTotal errors: 2',
    ],
    ['a file that could not be read is not among the files', '/y/objects/z: Access denied', '\nTotal errors: 1'],
    ['it counts more infected files than it names', '', '', 2],
    ['a line of it is too long to be read', `/x/objects/a${'a'.repeat(70_000)}: Eicar FOUND`, '\nTotal errors: 0'],
  ] as const) {
    it(`vouches only for files that it says are OK where ${what}`, async () => {
      const lines = `/x/objects/b: OK\n${hits}`;
      const listed = ['/x/objects/a', '/x/objects/b', '/x/objects/c'];
      const readings = await scanning({ hits: lines, listed, ...FILES }, log(lines, more, infected));
      expect(scanOf(readings, 'objects/a')).to.equal(undefined);
      expect(scanOf(readings, 'objects/b')).to.include({ hasVirus: false });
      expect(scanOf(readings, 'objects/c')).to.equal(undefined);
      expect(readings.warnings).to.deep.include({ path: LOG, problem: 'scan-in-part' });
    });
  }

  it('finds an infected file by a path with the separators of Windows', async () => {
    const hits = 'C:\\item\\objects\\sub\\bad.txt: Eicar FOUND\nC:\\item\\objects\\c: Access denied';
    const listed = ['C:\\item\\objects\\sub\\bad.txt', 'C:\\item\\objects\\good.txt', 'C:\\item\\objects\\c'];
    const readings = await scanning({ hits, listed });
    expect(scanOf(readings, 'objects/sub/bad.txt')).to.include({ hasVirus: true, virusFound: ' Eicar FOUND' });
    expect(scanOf(readings, 'objects/good.txt')).to.deep.equal(clean);
    expect(scanOf(readings, 'objects/c')).to.equal(undefined);
  });

  it('calls neither of two files clean, where it may name the one as it is, or the other with an encoded sign', async () => {
    const listed = ['objects/a%25b', 'objects/a%b', 'objects/c'];
    const present = Object.fromEntries(listed.map((each) => [each, '']));
    const readings = await scanning({ hits: 'objects/a%25b: Eicar FOUND', listed, ...present });
    const isClean = (path: string): boolean => {
      const scan = scanOf(readings, path);
      return scan?.type === 'VirusScanMetadata' && !scan.hasVirus;
    };
    expect(listed.filter(isClean)).to.deep.equal(['objects/c']);
  });

  it('finds a file with a backslash in its own name', async () => {
    const path = 'objects/a\\b.txt';
    const readings = await scanning({ hits: `/x/${path}: Eicar FOUND`, [path]: 'content' });
    expect(scanOf(readings, path)).to.include({ hasVirus: true });
    expect(readings.warnings).to.deep.equal([]);
  });

  it('vouches for nobody where an infected file is not among the files, and tells of it', async () => {
    const listed = ['/x/objects/a', '/x/objects/b'];
    const hits = '/y/objects/renamed: Eicar FOUND\n/x/objects/b: OK';
    const readings = await scanning({ hits, listed, ...FILES });
    expect(scanOf(readings, 'objects/a')).to.equal(undefined);
    expect(scanOf(readings, 'objects/b')).to.deep.equal(clean);
    expect(readings.warnings).to.deep.equal([{ path: LOG, problem: 'hit-unplaced', names: ['/y/objects/renamed'] }]);
  });

  it('takes an infected member of an archive for the archive', async () => {
    const hits = '/x/objects/a.zip: Eicar FOUND\n/x/objects/a.zip!(2)ZIP:in/eicar.txt: Eicar FOUND';
    const readings = await scanning({ hits, listed: ['/x/objects/a.zip', '/x/objects/b'] }, log(hits, NEWEST, 1));
    expect(scanOf(readings, 'objects/a.zip')).to.include({ hasVirus: true });
    expect(scanOf(readings, 'objects/b')).to.deep.equal(clean);
  });

  it('has what every scan in it has found, and the time of the last', async () => {
    const listed = ['/x/objects/a', '/x/objects/b', '/x/objects/c'];
    const first = log('/x/objects/a: Eicar FOUND', '\nStart Date: 2025:05:18 08:00:00\n');
    const readings = await scanning({ hits: '', listed }, first + log('/x/objects/b: Eicar FOUND'));
    expect(scanOf(readings, 'objects/a')).to.deep.include({ hasVirus: true, timestamp: scanned });
    expect(scanOf(readings, 'objects/b')).to.include({ hasVirus: true });
    expect(scanOf(readings, 'objects/c')).to.deep.equal(clean);
  });

  for (const [dates, timestamp] of [
    [
      '\nStart Date: 2025:05:19 08:00:00\nEnd Date:   2025:05:19 09:00:00\nDate scanned: 2025-05-19 08:58:15.6',
      scanned,
    ],
    ['\nEnd Date:   2025:05:19 09:00:00\nStart Date: 2025:05:19 08:00:00', new Date('2025-05-19T08:00:00Z')],
    ['\r\nEnd Date:   2025:05:19 09:00:00', new Date('2025-05-19T09:00:00Z')],
    // when it was stored, to the second
    ['\nDate scanned: yesterday\nStart Date: 2025:99:19 08:00:00', new Date('2026-01-02T03:04:05Z')],
  ] as const) {
    it(`was made at ${timestamp.toISOString()}, by${dates.replaceAll(/\s+/g, ' ')}`, async () => {
      const hits = 'objects/a: X FOUND';
      const found = scanOf(await scanning({ hits }, log(hits, dates)), 'objects/a');
      expect(found?.timestamp).to.deep.equal(timestamp);
    });
  }

  it('takes the definition from its own file, trimmed, unless that says nothing', async () => {
    const place = 'metadata/virus-definition/virus-definition.txt';
    const definition = 'ClamAV 1.4.3/27886/Tue Jan 20 07:24:12 2026';
    const hits = 'objects/a: X FOUND';
    expect(scanOf(await scanning({ hits, [place]: `${definition}\n` }), 'objects/a')).to.include({
      virusDefinition: definition,
    });
    expect(scanOf(await scanning({ hits, [place]: '\n' }), 'objects/a')).to.include({
      virusDefinition: clean.virusDefinition,
    });
  });

  it('is not read without the report', async () => {
    const { entries, warnings } = await readWorkspace({
      [`${BATCH}/logs/viruscheck-log.txt`]: log('objects/a: X FOUND'),
    });
    expect([entries.size, warnings]).to.deep.equal([0, []]);
  });
});
