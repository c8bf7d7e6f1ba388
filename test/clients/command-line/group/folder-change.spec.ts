import { expect } from 'chai';
import { folderChange } from '../../../../clients/command-line/group/folder-change.js';
import type { LocalFolder } from '../../../../clients/command-line/folder/folder-inspection.js';
import type { Tree } from '../../../../clients/command-line/deposit/sync-plan.js';

const local = (files: Record<string, string>, folders: readonly string[] = []): LocalFolder => ({
  files: Object.entries(files).map(([path, bytes]) => ({ path, location: path, size: bytes.length, modifiedMs: 0 })),
  folders,
});
/** What stands for a digest is the content itself. */
const held = (files: Record<string, string>, folders: readonly string[] = []): Tree => ({
  files: new Map([
    ['mets.xml', 'mets'],
    ['metadata/ocr.xml', 'ocr'],
    ...Object.entries(files).map(([path, bytes]) => [`objects/${path}`, bytes] as const),
  ]),
  folders: new Set(['objects', 'metadata', ...folders.map((folder) => `objects/${folder}`)]),
});
const digests = (files: Record<string, string>): Map<string, string> =>
  new Map(Object.entries(files).map(([path, bytes]) => [`objects/${path}`, bytes]));

const BEFORE = { same: '1', old: '22', twice: '22', gone: '333', changes: '4' };
const NOW = { same: '1', new: '22', twice: '22', fresh: '55555', changes: '5' };

describe('what preserving a folder would change', () => {
  const change = folderChange({
    local: local(NOW, ['empty']),
    digests: digests(NOW),
    held: held(BEFORE, ['was']),
  });

  it('is told by files added, changed, renamed and removed, and by folders', () => {
    expect(change).to.deep.equal({
      added: ['fresh'],
      changed: ['changes'],
      renamed: [{ from: 'old', to: 'new' }],
      removed: ['gone'],
      kept: ['same', 'new', 'twice', 'fresh', 'changes', 'old'],
      unchanged: 2,
      emptyFoldersAdded: ['empty'],
      emptyFoldersRemoved: ['was'],
    });
  });
});
