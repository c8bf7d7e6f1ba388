import { expect } from 'chai';
import type { ArchivedJob } from '../../../../clients/archive/archive.js';
import { show } from '../../../../clients/command-line/verbs/show/show.js';
import { archiveOf } from '../../../support/archive/archive-of.js';
import { auditJob } from '../../../support/archive/audit-job.js';
import { lettersGroup } from '../../../support/archive/letters-archive.js';
import { runVerb, type VerbSurroundings } from '../../../support/command-line/run-verb.js';
import { inTimeZone } from '../../../support/in-time-zone.js';

const scanned = (found: boolean) => ({ virus: { found, name: found ? 'Eicar-Test' : null } });
const png = { name: 'PNG', version: '1.1', key: 'fmt/12' };

describe('show', () => {
  inTimeZone('Europe/Berlin');
  const groups = {
    'letters/1911': lettersGroup(),
    scans: {
      versions: [
        {
          agent: null,
          files: {
            'mets.xml': '<mets/>',
            'metadata/report.html': 'r',
            'objects/a.png': { bytes: 'a', format: png, ...scanned(false) },
            'objects/b.png': { bytes: 'b', format: png, ...scanned(true) },
            'objects/c': 'c',
          },
        },
        { files: { 'mets.xml': '<mets/>' } },
      ],
    },
  };
  const run = (
    words: string[],
    { jobs = [auditJob({})], ...surroundings }: VerbSurroundings & { jobs?: ArchivedJob[] } = {},
  ) => runVerb(show, words, { archive: archiveOf({ groups, jobs }), ...surroundings });

  it('shows who made a version, its files, changes, formats and viruses, and the last check', async () => {
    expect((await run(['letters/1911@v1'])).out).to.equal(
      [
        'letters/1911  Letters of 1911  version 1 of 2',
        'made        2026-11-26 15:49:15 +01:00 by ada',
        'message     First version',
        'files       9, 12.4 kB; beside them a METS, 7 B',
        'changed     9 added',
        'formats     6 text/plain, 2 image, 1 text/csv',
        'viruses     not scanned',
        'last check  2026-11-26 15:58, no findings\n',
      ].join('\n'),
    );
  });

  it('shows the formats that tools identified, viruses, and what is stored beside the files', async () => {
    const { out } = await run(['scans@v1']);
    expect(out).to.contain(
      'made        2026-11-01 13:00:00 +01:00\nfiles       3, 3 B; beside them a METS and 1 other file, 8 B\n',
    );
    expect(out).to.contain('formats     2 PNG 1.1 fmt/12, 1 unknown\n');
    expect(out).to.contain('viruses     1 infected: b.png (Eicar-Test); 1 file not scanned\n');
  });

  it('shows a version without files', async () => {
    expect((await run(['scans'])).out).to.equal(
      [
        'scans  version 2 of 2',
        'made        2026-11-02 13:00:00 +01:00 by ada',
        'files       0, 0 B; beside them a METS, 7 B',
        'changed     3 deleted',
        'last check  2026-11-26 15:58, no findings\n',
      ].join('\n'),
    );
  });

  it('takes the newest audit that has ended, of the group or of the whole archive', async () => {
    const other = auditJob({ archivalGroup: 'http://localhost/repository/maps', finished: '2026-11-26T20:00:00Z' });
    const running = auditJob({ state: 'running', finished: null });
    const own = auditJob({ archivalGroup: 'http://localhost/repository/letters/1911', failures: 2 });
    const { out } = await run(['letters/1911'], { jobs: [running, other, own, auditJob({})] });
    expect(out).to.match(/\nlast check {2}2026-11-26 15:58, 2 findings\n$/);
    expect((await run(['letters/1911'], { jobs: [] })).out).to.contain('last check  none recorded\n');
  });

  it('gives one JSON document', async () => {
    const { summary } = await run(['letters/1911@v1'], { form: 'json' });
    expect(summary).to.deep.equal({
      group: 'letters/1911',
      name: 'Letters of 1911',
      version: 1,
      head: 2,
      made: '2026-11-26T14:49:15Z',
      agent: 'ada',
      message: 'First version',
      files: 9,
      bytes: 12_382,
      beside: { files: 1, bytes: 7 },
      counts: { added: 9, changed: 0, renamed: 0, deleted: 0 },
      formats: [
        { name: 'text/plain', files: 6 },
        { name: 'image', files: 2 },
        { name: 'text/csv', files: 1 },
      ],
      viruses: { scanned: 0, notScanned: 9, infected: [] },
      lastCheck: { at: '2026-11-26T14:58:00Z', findings: 0, job: 'audit1' },
    });
  });

  it('refuses a file, and sends its reader to ls', async () => {
    const { fault } = await run(['letters/1911/index.csv']);
    expect(fault?.message).to.equal('show is about a whole archival group, not about index.csv in it.');
    expect(fault?.about).to.include({ exit: 2, next: 'muniment ls -l letters/1911/index.csv' });
  });
});
