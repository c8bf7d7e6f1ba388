import { expect } from 'chai';
import type { Group } from '../../../../clients/command-line/group/group-tree.js';
import type { Binary, ImportResult } from '../../../../clients/api/resources.js';
import { outcomeText, type OutcomeContext } from '../../../../clients/command-line/output/outcome.js';

const group: Group = {
  id: 'http://127.0.0.1:8080/repository/letters/1911',
  name: 'Letters',
  version: 'v2',
  origin: 's3://muniment-repository/a/b/c',
  tree: { files: new Map(), folders: new Set() },
  sizes: new Map(),
  files: 12,
  bytes: 34_567,
};

const file = { type: 'Binary' } as Binary;

const result = {
  id: 'http://127.0.0.1:8080/deposits/d/importjobs/results/r',
  status: 'completed',
  newVersion: 'v2',
  errors: null,
  binariesAdded: [file, file],
  binariesPatched: [file],
  binariesDeleted: [] as Binary[],
} as ImportResult;

const context: OutcomeContext = {
  path: 'letters/1911',
  object: '/data/ocfl/a/b/c',
  address: 'http://127.0.0.1:8080/repository/letters/1911',
  before: '',
  junk: [],
  leftOut: [],
};

describe('what the preserve command prints at its end', () => {
  it('names the group, its version, what is in it, what changed, where it lies and how to look at it', () => {
    expect(outcomeText({ group, result, found: null, deposits: [] }, context)).to.equal(
      [
        'archival group  letters/1911 (Letters)',
        'version         v2',
        'files           12 (34.6 kB), METS included',
        'changed         2 added, 1 patched, 0 deleted',
        'OCFL object     /data/ocfl/a/b/c',
        '',
        'To look at it, with nothing running:',
        '  cat /data/ocfl/a/b/c/inventory.json',
        '  npm run audit -- letters/1911',
        'or with the platform, as http://127.0.0.1:8080/repository/letters/1911:',
        '  npm start',
        '',
      ].join('\n'),
    );
  });

  it('shows the formats that the tools found, and what they warn of', () => {
    const formats = [
      { puid: 'fmt/43', name: 'JPEG', files: 9 },
      { puid: 'x-fmt/111', name: null, files: 1 },
    ];
    const warnings = ['The virus signatures are old.'];
    const paths = Array.from({ length: 20 }, (_, each) => `objects/${each}.zip`);
    const notScanned = { files: 31, paths };
    const found = {
      identified: 10,
      unidentified: 2,
      failed: 1,
      notScanned,
      formats,
      infected: ['objects/a'],
      warnings,
    };
    expect(outcomeText({ group, result, found, deposits: [] }, context)).to.include(
      [
        'formats         10 of 12 files identified',
        '        9  fmt/43       JPEG',
        '        1  x-fmt/111    ',
        'unidentified    2: metadata/batchreport/csv_reports/unidentified.csv',
        'not readable    1: metadata/batchreport/csv_reports/errors.csv',
        `not scanned     31 for viruses, or not to the end: ${paths.slice(0, 10).join(', ')} and 21 more (metadata/batchreport/report.html)`,
        'warning         The virus signatures are old.',
        'with a virus    1: objects/a',
        '',
      ].join('\n'),
    );
  });

  it('tells of each deposit whether its files are still in the workspace, and how to archive what could not be', () => {
    const deposits = [
      { depositId: 'fz4tq7mkv2np', archived: true, reasons: [] },
      { depositId: 'g7f7bycq5jtt', archived: false, reasons: [] },
      { depositId: 'w8pjc675ay6s', archived: false, reasons: ['objects/a: It is not in v1.', 'No METS.'] },
    ];
    const text = outcomeText({ group, result, found: null, deposits }, { ...context, before: 'MUNIMENT_DATA=/x ' });
    expect(text).to.include(
      [
        'deposit         fz4tq7mkv2np, archived: its files were removed from the workspace',
        'deposit         g7f7bycq5jtt, its files stay in the workspace',
        'deposit         w8pjc675ay6s could not be archived: objects/a: It is not in v1. No METS.',
        'OCFL object     /data/ocfl/a/b/c',
      ].join('\n'),
    );
    expect(text).to.match(
      /npm start\nTo archive the deposit, once that is put right:\n {2}MUNIMENT_DATA=\/x npm run archive -- w8pjc675ay6s --older-than P0D\n$/,
    );
  });

  it('says plainly that nothing changed', () => {
    expect(outcomeText({ group, result: null, found: null, deposits: [] }, context)).to.match(/changed +nothing/);
  });

  it('names what looks like junk, and what was left out, up to ten of each', () => {
    const leftOut = Array.from({ length: 12 }, (_, each) => `old/${each}\n`);
    const text = outcomeText(
      { group, result, found: null, deposits: [] },
      { ...context, junk: ['a/Thumbs.db'], leftOut },
    );
    expect(text).to.match(/^looks like junk 1: a\/Thumbs\.db \(--exclude junk leaves it out\)$/m);
    expect(text).to.match(/^left out {8}12: old\/0\\x0a, .*old\/9\\x0a and 2 more$/m);
  });

  it('gives commands that a shell takes as they are meant', () => {
    const odd = {
      ...context,
      path: 'letters/\u00e4 (1)',
      object: "/it's/a b",
      before: 'MUNIMENT_DATA=/tmp/x ',
      address: null,
    };
    const text = outcomeText({ group, result, found: null, deposits: [] }, odd);
    expect(text).to.include("  cat '/it'\\''s/a b/inventory.json'\n");
    expect(text).to.match(/^ {2}MUNIMENT_DATA=\/tmp\/x npm run audit -- '?letters\/%C3%A4%20/m);
    expect(text).to.match(/^ {2}MUNIMENT_DATA=\/tmp\/x npm start$/m);
  });
});
