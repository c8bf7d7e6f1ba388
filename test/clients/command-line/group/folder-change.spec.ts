import { expect } from 'chai';
import { dryRunText, type Difference } from '../../../../clients/command-line/output/dry-run-text.js';
import { folderChange, maybeRenamed, type FolderChange } from '../../../../clients/command-line/group/folder-change.js';
import type { LocalFolder } from '../../../../clients/command-line/folder/folder-inspection.js';
import { oddNamesWarning } from '../../../../clients/command-line/folder/preservable-folder.js';
import { questionAbout } from '../../../../clients/command-line/output/question.js';
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
      unchanged: 2,
      foldersAdded: ['empty'],
      foldersRemoved: ['was'],
    });
  });

  it('takes only those new files for renamed ones that are as long as one that is gone', () => {
    const sizes = new Map(Object.entries(BEFORE).map(([path, bytes]) => [`objects/${path}`, bytes.length]));
    const candidates = maybeRenamed({ local: local(NOW), held: held(BEFORE) }, sizes);
    expect([...candidates.keys()]).to.deep.equal(['objects/new']);
  });

  const difference: Difference = { path: 'letters/1911', version: 'v1', change, name: null, question: null };

  it('is shown in words', () => {
    expect(dryRunText(difference)).to.equal(
      [
        'Nothing was changed. This would make a new version of letters/1911, after v1:',
        'added       1 file',
        '            fresh',
        'changed     1 file',
        '            changes',
        'renamed     1 file',
        '            old -> new',
        'removed     1 file',
        '            gone',
        'added       1 folder',
        '            empty/',
        'removed     1 folder',
        '            was/',
        'unchanged   2 files',
        '',
      ].join('\n'),
    );
  });

  it('is shown of a new group with its name, and of a large one by its first paths', () => {
    const added = Array.from({ length: 25 }, (_, each) => `page\t${each}`);
    const many: FolderChange = { ...change, added, changed: [], renamed: [], removed: [], unchanged: 0 };
    const text = dryRunText({ ...difference, version: null, change: many, name: 'Letters' });
    expect(text).to.match(
      /^Nothing was changed\. This would make a new archival group, letters\/1911:\nadded {7}25 files$/m,
    );
    expect(text)
      .to.match(/^ {12}page\\x0919$/m)
      .and.to.match(/^ {12}and 5 more$/m)
      .and.to.match(/^name {8}Letters$/m);
    expect(text).not.to.match(/page\\x0920|unchanged/);
  });

  it('is nothing where the folder is preserved as it is', () => {
    const none: FolderChange = {
      ...change,
      added: [],
      changed: [],
      renamed: [],
      removed: [],
      foldersAdded: [],
      foldersRemoved: [],
    };
    expect(dryRunText({ ...difference, change: none })).to.equal(
      'Nothing was changed, and nothing would be: letters/1911 has the folder as it is, in v1.\nunchanged   2 files\n',
    );
  });
});

describe('what is asked before a folder is preserved', () => {
  const asked = (now: Record<string, string>, before: Record<string, string> | null): string | null => {
    const sides = { local: local(now), digests: digests(now), held: held(before ?? {}) };
    return questionAbout({ path: 'box', local: sides.local, isNew: before === null }, folderChange(sides));
  };
  const pages = (count: number): Record<string, string> =>
    Object.fromEntries(Array.from({ length: count }, (_, each) => [`p${each}`, String(each)]));

  it('is whether more than a tenth of a group is to go', () => {
    expect(asked(pages(18), pages(20))).to.equal(null);
    expect(asked(pages(17), pages(20))).to.equal('box would no longer have 3 of its 20 files: p17, p18, p19.');
    expect(asked(pages(1), pages(20))).to.match(/no longer have 19 of its 20 files: p1, p2, p3, p4, p5 and 14 more\.$/);
  });

  it('is nothing about files that are only renamed', () => {
    const renamed = Object.fromEntries(Object.entries(pages(20)).map(([path, bytes]) => [`x/${path}`, bytes]));
    expect(asked(renamed, pages(20))).to.equal(null);
  });

  it('is whether a folder is to be preserved in which there is no file', () => {
    expect(asked({}, null)).to.match(/^The folder has no file: box would be an archival group with nothing in it\.$/);
    expect(asked({}, pages(2))).to.match(/would have none of its 2 files any more\.$/);
    expect(asked({}, {})).to.equal(null);
  });
});

describe('names that some tools cannot read in an inventory', () => {
  it('are told, and no others', () => {
    const odd = local({ 'plain \u00e4 #%.txt': '', 'a"b': '', 'back\\slash/x': '', 'line\nend': '' });
    expect(oddNamesWarning(odd)).to.match(/^Warning: names with .*: a"b, back\\slash\/x, line\\x0aend\.$/);
    expect(oddNamesWarning(local({ 'plain \u00e4 #%.txt': '' }))).to.equal(null);
  });
});
