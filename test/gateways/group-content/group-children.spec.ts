import { expect } from 'chai';
import fc from 'fast-check';
import { runToEnd } from '../../../flow/slices.js';
import type { BinaryRecord, ContainerRecord, GroupState } from '../../../formats/group-state/group-state.js';
import { escapePath, parentOf } from '../../../formats/paths/repository-path.js';
import { sortByUtf8 } from '../../../formats/paths/utf8-order.js';
import { groupChildren } from '../../../gateways/group-content/group-children.js';

const SAID = { name: null, created: '', createdBy: null, modified: '', modifiedBy: null };
const folder = (path: string): ContainerRecord => ({ type: 'Container', path, ...SAID });
const file = (path: string): BinaryRecord => ({
  type: 'Binary',
  path,
  contentType: null,
  size: 1,
  sha256: null,
  ...SAID,
});

const stateOf = (containers: readonly string[], binaries: readonly string[]): GroupState => ({
  name: '',
  containers: new Map(containers.map((path) => [path, folder(path)])),
  binaries: new Map(binaries.map((path) => [path, file(path)])),
  tombstones: new Map(),
});

const name = fc
  .array(fc.constantFrom('a', 'b', '-', '#', '%', ' ', '!', '.', '~', '_', 'Z', 'é', '\uff5e', '😀', '😁', '😀a'), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join(''));
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));

/** The paths directly below a container, in the ordinal order of their ids. */
const below = (paths: readonly string[], container: string): string[] =>
  paths.filter((each) => parentOf(each) === container).sort((a, b) => (escapePath(a) < escapePath(b) ? -1 : 1));

describe('the children of the containers in a group', () => {
  it('are in the order of their ids, whatever the order and the characters of their paths', () => {
    const paths = fc.uniqueArray(path, { maxLength: 40 });
    fc.assert(
      fc.property(paths, paths, fc.boolean(), (containers, binaries, sorted) => {
        const inOrder = (all: string[]): string[] => (sorted ? sortByUtf8(all, (each) => each) : all);
        const children = runToEnd(groupChildren(stateOf(inOrder(containers), inOrder(binaries))));
        for (const container of new Set([...containers, ...binaries].map((each) => parentOf(each) ?? ''))) {
          const found = children.get(container);
          expect(found?.containers.map((each) => each.path)).to.deep.equal(below(containers, container));
          expect(found?.binaries.map((each) => each.path)).to.deep.equal(below(binaries, container));
        }
      }),
    );
  });

  it('are none of a container that has none', () => {
    const children = runToEnd(groupChildren(stateOf(['a'], ['b/1'])));
    expect(children.get('a')).to.equal(undefined);
    expect(children.get('b')).to.deep.equal({ containers: [], binaries: [file('b/1')] });
  });
});
