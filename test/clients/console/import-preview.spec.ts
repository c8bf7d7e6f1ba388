import { expect } from 'chai';
import {
  foldersOf,
  goneFolders,
  jobOf,
  type ChangedFolder,
  type ImportJob,
} from '../../../clients/console/pages/import/changes.js';
import { allOf, folderAt, openAtFirst, rowsIn } from '../../../clients/console/pages/import/rows.js';
import { NOTHING, toggled } from '../../../clients/console/parts/lists/path-selection.js';

const GROUP = 'https://archive.example/repository/letters/1911';
const idOf = (path: string): string => `${GROUP}/${path.split('/').map(encodeURIComponent).join('/')}`;
const file = (path: string, size = 10, name?: string) => ({
  ...{ id: idOf(path), type: 'Binary' as const, contentType: 'text/plain', size, digest: null, content: null },
  ...{ created: null, createdBy: null, lastModified: null, lastModifiedBy: null },
  ...(name === undefined ? {} : { name }),
});
const folder = (path: string) => ({
  ...{ id: idOf(path), type: 'Container' as const, containers: [], binaries: [] },
  ...{ created: null, createdBy: null, lastModified: null, lastModifiedBy: null },
});

const job = (lists: Partial<ImportJob>): ImportJob => ({
  ...{ id: null, type: 'ImportJob', originalId: null, created: null, createdBy: null },
  ...{ lastModified: null, lastModifiedBy: null, archivalGroup: GROUP, archivalGroupName: null, isUpdate: true },
  ...{ source: null, sourceVersion: null },
  ...{ containersToAdd: [], binariesToAdd: [], containersToDelete: [], binariesToDelete: [] },
  ...{ binariesToPatch: [], containersToRename: [], binariesToRename: [] },
  ...lists,
});

/** The rows of a folder, each by its name; `more` of a kind with their number. */
const shown = (of: ChangedFolder, ...rest: [('added' | 'deleted' | null)?, ReadonlySet<string>?]): string[] =>
  rowsIn(of, rest[0] ?? null, rest[1] ?? new Set()).map((row) =>
    row.row === 'more' ? `${row.files} more ${row.kind}` : row.name,
  );

const many = (prefix: string, n: number) => Array.from({ length: n }, (_, at) => file(`${prefix}${at + 1}.txt`));

describe('what an import would do, by folder', () => {
  it('adds up the files of each kind at any depth, with their bytes', () => {
    const top = foldersOf(
      job({
        binariesToAdd: [file('objects/a b.txt', 5), file('objects/deep/é #1.txt', 7)],
        binariesToPatch: [file('mets.xml', 100)],
        binariesToRename: [file('objects/deep/c.txt', 50, 'The c.txt')],
      }),
    );
    expect(top.sums.added).to.deep.equal({ files: 2, bytes: 12 });
    expect(top.sums.renamed).to.deep.equal({ files: 1, bytes: 0 });
    expect(shown(top)).to.deep.equal(['objects', 'mets.xml']);
    const deep = folderAt(top, 'objects/deep');
    expect(deep?.sums.added).to.deep.equal({ files: 1, bytes: 7 });
    expect(deep === null ? null : shown(deep)).to.deep.equal(['é #1.txt', 'The c.txt']);
    expect(folderAt(top, 'objects/none')).to.equal(null);
  });

  it('shows three files of a kind, and the rest when it is asked for', () => {
    const top = foldersOf(job({ binariesToAdd: many('f', 12), binariesToDelete: many('g', 4) }));
    expect(shown(top)).to.deep.equal([
      'f1.txt',
      'f2.txt',
      'f3.txt',
      '9 more added',
      'g1.txt',
      'g2.txt',
      'g3.txt',
      'g4.txt',
    ]);
    expect(shown(top, null, new Set([allOf('', 'added')]))).to.have.length(16);
    expect(shown(top, 'deleted')).to.deep.equal(['g1.txt', 'g2.txt', 'g3.txt', 'g4.txt']);
  });

  it('opens folders at first as long as all rows are few', () => {
    const few = foldersOf(job({ binariesToAdd: many('objects/deep/f', 12) }));
    expect(openAtFirst(few)).to.deep.equal(['objects', 'objects/deep']);
    const folders = Array.from({ length: 60 }, (_, at) => file(`objects/d${at}/f.txt`));
    expect(openAtFirst(foldersOf(job({ binariesToAdd: folders })))).to.deep.equal([]);
  });

  it('names the topmost folders that go wholly, unless a file in them was left out', () => {
    const whole = job({
      binariesToDelete: [...many('objects/copies/c', 3), file('objects/copies/deep/d.txt')],
      containersToDelete: [folder('objects/copies'), folder('objects/copies/deep')],
    });
    expect(goneFolders(foldersOf(whole))).to.deep.equal([{ name: 'copies', files: 4 }]);
    const chosen = toggled(toggled(NOTHING, ''), 'objects/copies/c1.txt');
    const left = jobOf(whole, chosen);
    expect(left.binariesToDelete).to.have.length(3);
    expect(left.containersToDelete.map(({ id }) => id)).to.deep.equal([idOf('objects/copies/deep')]);
    expect(goneFolders(foldersOf(left))).to.deep.equal([{ name: 'deep', files: 1 }]);
  });

  it('makes a folder for a file that is chosen in it, and none where all is left out', () => {
    const whole = job({
      binariesToAdd: many('objects/new/n', 2),
      containersToAdd: [folder('objects/new'), folder('objects/empty')],
    });
    const without = toggled(toggled(NOTHING, ''), 'objects');
    expect(jobOf(whole, without)).to.deep.include({ binariesToAdd: [], containersToAdd: [] });
    const one = jobOf(whole, toggled(without, 'objects/new/n1.txt'));
    expect(one.binariesToAdd.map(({ id }) => id)).to.deep.equal([idOf('objects/new/n1.txt')]);
    expect(one.containersToAdd.map(({ id }) => id)).to.deep.equal([idOf('objects/new')]);
    expect(one).to.include({ archivalGroup: GROUP });
  });
});
