import { expect } from 'chai';
import { changesBetween, type FileChanges } from '../../../commands/reads/changes-between.js';
import { runToEnd } from '../../../flow/slices.js';

/** Files whose bytes are named by one letter. */
const files = (bytes: Readonly<Record<string, string>>) =>
  new Map(Object.entries(bytes).map(([path, digest]) => [path, { digest, size: 1 }]));

const changes = (before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): FileChanges =>
  runToEnd(changesBetween(files(before), files(after)));

describe('the changes between two versions', () => {
  it('are none where every path has the same bytes', () => {
    expect(changes({ a: 'x', b: 'y' }, { a: 'x', b: 'y' })).to.deep.equal({
      added: [],
      changed: [],
      renamed: new Map(),
      deleted: [],
    });
  });

  it('tell added, changed, renamed and deleted files apart', () => {
    expect(changes({ a: 'x', b: 'y', c: 'z', d: 'w' }, { a: 'x2', e: 'y', d: 'w', f: 'v' })).to.deep.equal({
      added: ['f'],
      changed: ['a'],
      renamed: new Map([['e', 'b']]),
      deleted: ['c'],
    });
  });

  it('are no renaming where the file before is still there', () => {
    expect(changes({ a: 'x' }, { a: 'x', b: 'x' })).to.deep.include({ added: ['b'], renamed: new Map() });
  });

  it('pair equal files in the order of their paths, and each once', () => {
    const { renamed, added, deleted } = changes({ a: 'x', b: 'x', c: 'y' }, { d: 'x', e: 'x', f: 'x' });
    expect([...renamed]).to.deep.equal([
      ['d', 'a'],
      ['e', 'b'],
    ]);
    expect([added, deleted]).to.deep.equal([['f'], ['c']]);
  });
});
