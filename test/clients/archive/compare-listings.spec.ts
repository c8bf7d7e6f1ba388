import { expect } from 'chai';
import { compareListings, type ComparedFile } from '../../../clients/archive/compare-listings.js';
import { sha256Of } from '../../support/sha256.js';

async function* filesOf(contents: Readonly<Record<string, string>>): AsyncGenerator<ComparedFile> {
  for (const [stored, content] of await Promise.resolve(Object.entries(contents)))
    yield { stored, size: content.length, digest: { algorithm: 'sha256', value: sha256Of(content) } };
}

const compared = async (before: Record<string, string>, after: Record<string, string>, below = '') => {
  const side = (contents: Record<string, string>) => ({
    files: filesOf(contents),
    nameOf: ({ stored }: ComparedFile) => stored.slice(below.length),
  });
  const { changes, counts, same } = await compareListings(side(before), side(after));
  return {
    changes: changes.map(({ kind, name, from }) => [kind, name, ...(from === null ? [] : [from])]),
    counts,
    same,
  };
};

describe('comparing two listings', () => {
  it('finds files added, changed, renamed and deleted, and counts the same ones', async () => {
    expect(
      await compared(
        { a: '1', b: '2', c: '3', moved: 'same bytes', z: '9' },
        { a: '1', b: 'two', d: '4', new: 'same bytes', z: '9' },
      ),
    ).to.deep.equal({
      changes: [
        ['added', 'd'],
        ['changed', 'b'],
        ['renamed', 'new', 'moved'],
        ['deleted', 'c'],
      ],
      counts: { added: 1, changed: 1, renamed: 1, deleted: 1 },
      same: 2,
    });
  });

  it('takes copies of a file that went for one renamed file and added ones', async () => {
    const { changes } = await compared({ old: 'x', stays: 'x' }, { 'new 1': 'x', 'new 2': 'x', stays: 'x' });
    expect(changes).to.deep.equal([
      ['added', 'new 2'],
      ['renamed', 'new 1', 'old'],
    ]);
  });

  it('reads names in the order of their UTF-8 bytes', async () => {
    const names = { 'a\ufffd': '1', 'a\u{1f600}': '2' };
    expect(await compared(names, names)).to.deep.include({ changes: [], same: 2 });
  });

  it('has nothing but additions after an empty listing, and nothing but deletions before one', async () => {
    expect((await compared({}, { a: '1', b: '2' })).counts.added).to.equal(2);
    expect((await compared({ a: '1', b: '2' }, {})).counts.deleted).to.equal(2);
  });
});
