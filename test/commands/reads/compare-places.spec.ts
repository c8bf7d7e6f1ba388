import { expect } from 'chai';
import { archiveOf } from '../../support/archive/archive-of.js';
import { collected } from '../../support/collected.js';
import type { ComparedPlace, Comparison } from '../../../clients/archive/archive.js';

const KINDS = ['added', 'changed', 'renamed', 'deleted'] as const;

describe('comparing two places', () => {
  const archive = archiveOf({
    groups: {
      g: {
        versions: [
          {
            files: {
              'a.txt': '1',
              'box/b.txt': '2',
              'box/moved.txt': 'same bytes',
              'gone/x/c.txt': '3',
              'gone/d.txt': '4',
            },
          },
          { files: { 'a.txt': 'one', 'box/b.txt': '2', 'moved.txt': 'same bytes', 'box/new.txt': '5' } },
        ],
      },
      other: { versions: [{ files: { 'b.txt': 'two', 'e/f.txt': '6' } }] },
    },
  });
  const at = (group: string, version: number, below = ''): ComparedPlace => ({ group, version, below });
  const changesIn = async (compared: Comparison): Promise<string[]> =>
    (await Promise.all(KINDS.map((kind) => collected(compared.changes(kind)))))
      .flat()
      .map(({ kind, stored, from }) => `${kind} ${from === null ? '' : `${from} to `}${stored}`);

  it('finds what is added, changed, renamed and deleted, and counts the same files', async () => {
    const compared = await archive.compare(at('g', 1), at('g', 2));
    expect(await changesIn(compared)).to.deep.equal([
      'added box/new.txt',
      'changed a.txt',
      'renamed box/moved.txt to moved.txt',
      'deleted gone/d.txt',
      'deleted gone/x/c.txt',
    ]);
    expect(compared).to.deep.include({
      counts: { added: 1, changed: 1, renamed: 1, deleted: 2 },
      same: 1,
      newer: { files: 4, bytes: 15 },
    });
  });

  it('counts what is in a folder, and takes a file that left it by a renaming for renamed', async () => {
    const compared = await archive.compare(at('g', 1, 'box'), at('g', 2, 'box'));
    expect(await changesIn(compared)).to.deep.equal(['added box/new.txt', 'renamed box/moved.txt to moved.txt']);
    expect(compared).to.deep.include({ same: 1, newer: { files: 2, bytes: 2 } });
  });

  it('compares two folders by the names below them', async () => {
    const compared = await archive.compare(at('g', 1, 'box'), at('other', 1));
    expect(await changesIn(compared)).to.deep.equal(['added e/f.txt', 'changed b.txt', 'deleted moved.txt']);
    expect(compared).to.deep.include({ same: 0, newer: { files: 2, bytes: 4 } });
  });

  it('compares two files whatever their names are', async () => {
    const compared = await archive.compare(at('other', 1, 'b.txt'), at('g', 2, 'a.txt'));
    expect(await changesIn(compared)).to.deep.equal(['changed a.txt']);
  });

  it('names the topmost folder that went with a file, unless one of its files was renamed', async () => {
    const goneWith = async (from: ComparedPlace, to: ComparedPlace) =>
      (await collected((await archive.compare(from, to)).changes('deleted'))).map(({ goneFolder }) => goneFolder);
    expect(await goneWith(at('g', 1), at('g', 2))).to.deep.equal(['gone', 'gone']);
    expect(await goneWith(at('g', 2), at('g', 1))).to.deep.equal([null]);
  });

  it('finds no change where there is nothing at a path', async () => {
    expect(await archive.compare(at('g', 1, 'none'), at('g', 2, 'none'))).to.deep.include({
      counts: { added: 0, changed: 0, renamed: 0, deleted: 0 },
      same: 0,
      newer: { files: 0, bytes: 0 },
    });
  });
});
