import { expect } from 'chai';
import type { Group } from '../../../gateways/command-line/group-tree.js';
import type { ImportResult } from '../../../gateways/command-line/import-deposit.js';
import { outcomeText } from '../../../gateways/command-line/outcome.js';

const group: Group = {
  id: 'http://127.0.0.1:8080/repository/letters/1911',
  name: 'Letters',
  version: 'v2',
  origin: 's3://muniment-repository/a/b/c',
  tree: { files: new Map(), folders: new Set() },
  files: 12,
  bytes: 34_567,
};

const result: ImportResult = {
  id: 'http://127.0.0.1:8080/deposits/d/importjobs/results/r',
  status: 'completed',
  newVersion: 'v2',
  errors: null,
  binariesAdded: [1, 2],
  binariesPatched: [1],
  binariesDeleted: [],
};

describe('what the preserve command prints at its end', () => {
  it('names the group, its version, what is in it, what changed and where it lies', () => {
    expect(outcomeText({ group, result }, '/data/ocfl/a/b/c')).to.equal(
      [
        'archival group  http://127.0.0.1:8080/repository/letters/1911',
        'version         v2',
        'files           12 (34.6 kB), METS included',
        'changed         2 added, 1 patched, 0 deleted',
        'OCFL object     /data/ocfl/a/b/c',
        '',
      ].join('\n'),
    );
  });

  it('says plainly that nothing changed', () => {
    expect(outcomeText({ group, result: null }, '/data/ocfl/a/b/c')).to.match(/changed +nothing/);
  });
});
