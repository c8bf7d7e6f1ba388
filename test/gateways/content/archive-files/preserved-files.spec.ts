import { expect } from 'chai';
import { readStoredVersion, type ReadVersion, type StoredVersion } from '../../../../commands/reads/stored-version.js';
import type { BinaryRecord } from '../../../../formats/group-state/group-state.js';
import { emptyGroup } from '../../../../formats/group-state/group-state.js';
import { preservedFiles } from '../../../../gateways/content/archive-files/preserved-files.js';
import { ContentFault } from '../../../../gateways/service/content-fault.js';
import { memoryBytes } from '../../../support/s3/memory-bytes.js';

const AT = '2026-01-01T00:00:00Z';
const binary = (path: string): BinaryRecord => ({
  ...{ type: 'Binary', path, name: null, created: AT, createdBy: null, modified: AT, modifiedBy: null },
  ...{ contentType: null, size: 1, sha256: path },
});

/** A version that records these files, of which the inventory has content for some. */
const versionOf = (paths: readonly string[], inInventory: readonly string[]): Promise<StoredVersion> => {
  const read = {
    place: { bucket: 'b', root: 'root' },
    inventory: {
      ...{ id: 'i', head: 'v1', digestAlgorithm: 'sha256' },
      versions: new Map([['v1', { created: AT, message: null, user: null }]]),
    },
    state: { ...emptyGroup('g'), binaries: new Map(paths.map((path) => [path, binary(path)])) },
    storage: {
      find: (path: string) => (inInventory.includes(path) ? { hash: path, fullPath: `v1/content/${path}` } : null),
    },
  } as unknown as ReadVersion;
  const reader = { readVersion: () => Promise.resolve(read) };
  return readStoredVersion({ reader, bytes: memoryBytes(['b']).store }, { group: 'g', head: 1, version: 1 });
};

describe('the preserved files of a version', () => {
  it('come in the order of their paths, each with its place', async () => {
    const files = [...preservedFiles(await versionOf(['b', 'a'], ['a', 'b']))];
    expect(files.map(({ stored, at }) => [stored, at.key])).to.deep.equal([
      ['a', 'root/v1/content/a'],
      ['b', 'root/v1/content/b'],
    ]);
  });

  it('are a fault where the inventory has no content for one, not fewer files', async () => {
    const version = await versionOf(['a', 'b'], ['a']);
    expect(() => preservedFiles(version)).to.throw(ContentFault, 'The inventory has no content for b.');
  });
});
