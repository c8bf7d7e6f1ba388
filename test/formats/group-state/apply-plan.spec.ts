import { expect } from 'chai';
import type { PlanOutcome } from '../../../formats/group-state/apply-plan.js';
import { emptyGroup } from '../../../formats/group-state/group-state.js';
import type { GroupState } from '../../../formats/group-state/group-state.js';
import type { PlanContext, PlanEntry } from '../../../formats/group-state/plan.js';
import { applyPlan } from '../plans-run-to-end.js';

const SHA = 'a'.repeat(64);
const FIRST: PlanContext = { agent: 'ada', at: '2026-11-21T06:00:00.000Z', group: 'letters/1911' };
const LATER: PlanContext = { ...FIRST, agent: 'bob', at: '2026-11-22T06:00:00.000Z' };

const folder = (path: string): PlanEntry => ({ op: 'add-container', path });
const file = (path: string): PlanEntry => ({ op: 'add-binary', path, sha256: SHA, size: 3, contentType: 'text/plain' });
const patched = (path: string, more: Partial<PlanEntry> = {}): PlanEntry => ({
  op: 'patch-binary',
  path,
  sha256: 'b'.repeat(64),
  size: 4,
  ...more,
});

const stateOf = (outcome: PlanOutcome): GroupState => {
  if ('error' in outcome) throw new Error(outcome.error.message);
  return outcome.state;
};

const errorOf = (outcome: PlanOutcome): string => ('error' in outcome ? outcome.error.message : 'accepted');

const group = stateOf(
  applyPlan(emptyGroup('Letters'), [file('objects/a'), file('objects/b'), folder('objects'), folder('empty')], FIRST),
);

const refusal = (...entries: PlanEntry[]): string => errorOf(applyPlan(group, entries, LATER));

describe('applying a plan to a group', () => {
  it('adds containers before binaries, parents before children, whatever the order of the entries', () => {
    const state = stateOf(applyPlan(emptyGroup('x'), [file('a/b/c'), folder('a/b'), folder('a')], FIRST));
    expect([...state.containers.keys(), ...state.binaries.keys()]).to.deep.equal(['a', 'a/b', 'a/b/c']);
  });

  it('records who brought a resource and when', () => {
    expect(group.binaries.get('objects/a')).to.deep.equal({
      type: 'Binary',
      path: 'objects/a',
      name: null,
      contentType: 'text/plain',
      size: 3,
      sha256: SHA,
      created: FIRST.at,
      createdBy: 'ada',
      modified: FIRST.at,
      modifiedBy: 'ada',
    });
  });

  it('refuses a path that is too long together with that of the group', () => {
    const segments = 256 - FIRST.group.split('/').length;
    const deepest = Array.from({ length: segments }, () => 'a').join('/');
    expect(refusal(file(`${deepest}/a`))).to.contain('is too long');
    expect(refusal(file(deepest))).to.not.contain('is too long');
  });

  it('keeps the name that a patch does not say, and records who changed the resource', () => {
    const named = stateOf(applyPlan(group, [{ op: 'rename-binary', path: 'objects/a', name: 'A' }], FIRST));
    const state = stateOf(applyPlan(named, [patched('objects/a', { contentType: 'text/csv' })], LATER));
    expect(state.binaries.get('objects/a')).to.deep.include({
      name: 'A',
      contentType: 'text/csv',
      size: 4,
      created: FIRST.at,
      createdBy: 'ada',
      modified: LATER.at,
      modifiedBy: 'bob',
    });
  });

  it('records when a file was changed where it came from, of the bytes that it has', () => {
    const fileModified = '1999-12-31T23:59:59.500Z';
    const dated = stateOf(
      applyPlan(group, [{ ...file('c'), fileModified }, patched('objects/a', { fileModified })], LATER),
    );
    expect(dated.binaries.get('c')).to.include({ fileModified });
    expect(dated.binaries.get('objects/a')).to.include({ fileModified, created: FIRST.at });
    const again = stateOf(
      applyPlan(dated, [patched('c'), { op: 'rename-binary', path: 'objects/a', name: 'A' }], LATER),
    );
    expect(again.binaries.get('c')).to.not.have.property('fileModified');
    expect(again.binaries.get('objects/a')).to.include({ fileModified, name: 'A' });
  });

  it('takes bytes that come without a type for bytes of any kind', () => {
    const untyped: PlanEntry = { op: 'add-binary', path: 'objects/c', sha256: SHA, size: 3 };
    const state = stateOf(applyPlan(group, [untyped, patched('objects/a')], LATER));
    for (const path of ['objects/c', 'objects/a'])
      expect(state.binaries.get(path)).to.include({ contentType: 'application/octet-stream' });
  });

  it('leaves a tombstone of what it deletes, until the path is added again', () => {
    const emptied = stateOf(
      applyPlan(
        group,
        [
          { op: 'delete-binary', path: 'objects/a' },
          { op: 'delete-container', path: 'empty' },
        ],
        LATER,
      ),
    );
    const tombstone = { type: 'Tombstone', deleted: LATER.at, deletedBy: 'bob' };
    expect([...emptied.tombstones.values()]).to.have.deep.members([
      { ...tombstone, path: 'objects/a' },
      { ...tombstone, path: 'empty' },
    ]);
    const filled = stateOf(applyPlan(emptied, [folder('objects/a'), file('empty')], LATER));
    expect([...filled.tombstones.keys()]).to.deep.equal([]);
  });

  it('renames containers, binaries and the group, keeping a line break as a dash', () => {
    const renames: PlanEntry[] = [
      { op: 'rename-container', path: 'objects', name: 'The\r\nobjects' },
      { op: 'rename-binary', path: 'objects/a', name: 'Page 1' },
    ];
    const state = stateOf(applyPlan(group, renames, { ...LATER, name: 'Letters\nof 1911' }));
    expect([state.name, state.containers.get('objects')?.name, state.binaries.get('objects/a')?.name]).to.deep.equal([
      'Letters - of 1911',
      'The - objects',
      'Page 1',
    ]);
  });

  it('patches and renames the same binary in one job', () => {
    const rename: PlanEntry = { op: 'rename-binary', path: 'objects/a', name: 'New' };
    const state = stateOf(applyPlan(group, [rename, patched('objects/a')], LATER));
    expect(state.binaries.get('objects/a')).to.deep.include({ name: 'New', sha256: 'b'.repeat(64) });
  });

  it('deletes a container with all that is in it, deepest first', () => {
    const before = stateOf(applyPlan(group, [folder('objects/deep'), file('objects/deep/c')], LATER));
    const deletes: PlanEntry[] = [
      { op: 'delete-container', path: 'objects' },
      { op: 'delete-container', path: 'objects/deep' },
      ...['objects/a', 'objects/b', 'objects/deep/c'].map((path): PlanEntry => ({ op: 'delete-binary', path })),
    ];
    const state = stateOf(applyPlan(before, deletes, LATER));
    expect([...state.containers.keys(), ...state.binaries.keys()]).to.deep.equal(['empty']);
  });

  it('leaves the state it was given as it was', () => {
    applyPlan(group, [{ op: 'delete-binary', path: 'objects/a' }, folder('new')], LATER);
    expect(group.binaries.has('objects/a')).to.equal(true);
    expect(group.containers.has('new')).to.equal(false);
  });

  it('refuses to add what exists, saying what is there', () => {
    expect(refusal(folder('objects'))).to.equal('Resource already exists at letters/1911/objects (Container)');
    expect(refusal(folder('objects/a'))).to.equal('Resource already exists at letters/1911/objects/a (Binary)');
    expect(refusal(file('empty'))).to.equal('Resource already exists at letters/1911/empty (Container)');
  });

  it('refuses a resource whose ancestors are missing or are no containers', () => {
    expect(refusal(file('no/such/file'))).to.equal(
      "Ancestors of 'letters/1911/no/such/file' must all be Containers, 'letters/1911/no' does not exist.",
    );
    expect(refusal(file('objects/a/b'))).to.equal(
      "Ancestors of 'letters/1911/objects/a/b' must all be Containers, 'letters/1911/objects/a' is a Binary.",
    );
  });

  it('refuses to change what is missing or is of the other kind', () => {
    expect(refusal(patched('gone'))).to.equal('Not found: letters/1911/gone');
    expect(refusal({ op: 'delete-binary', path: 'gone' })).to.equal('Not found: letters/1911/gone');
    expect(refusal({ op: 'delete-container', path: 'gone' })).to.equal('Not found: letters/1911/gone');
    expect(refusal({ op: 'rename-binary', path: 'gone', name: 'x' })).to.equal('Not found: letters/1911/gone');
    expect(refusal({ op: 'rename-container', path: 'objects/a', name: 'x' })).to.equal(
      'Not found: letters/1911/objects/a is a Binary, not a Container.',
    );
  });

  it('refuses to delete a container that the job does not empty', () => {
    const one: PlanEntry = { op: 'delete-binary', path: 'objects/a' };
    expect(refusal(one, { op: 'delete-container', path: 'objects' })).to.match(/^letters\/1911\/objects is not empty/);
  });

  it('refuses a binary without a checksum and a rename without a name', () => {
    expect(refusal({ op: 'add-binary', path: 'c' })).to.equal('No checksum obtainable for binary letters/1911/c');
    expect(refusal({ op: 'patch-binary', path: 'objects/a' })).to.match(/^No checksum obtainable/);
    expect(refusal({ op: 'rename-binary', path: 'objects/a' })).to.equal('No name given for letters/1911/objects/a');
    expect(refusal({ op: 'rename-container', path: 'empty', name: ' ' })).to.match(/^No name given/);
  });

  it("refuses the platform's own folder, under any operation", () => {
    expect(refusal(folder('.muniment'))).to.match(/reserved for the platform/);
    expect(refusal(file('.muniment/state.ndjson'))).to.match(/reserved for the platform/);
    expect(refusal({ op: 'delete-binary', path: '.muniment/state.ndjson' })).to.match(/reserved for the platform/);
    expect(refusal(folder('.muniments'))).to.equal('accepted');
  });

  it('refuses names that no path may hold', () => {
    expect(refusal(folder(''))).to.equal('Container ID is null');
    expect(refusal(file(''))).to.equal('Binary ID is null');
    expect(refusal(folder('a/../b'))).to.match(/'\.\.' is not allowed/);
    expect(refusal(file('a//b'))).to.match(/A path segment is empty/);
  });

  it('refuses a path that is named twice', () => {
    expect(refusal(file('c'), file('c'))).to.equal("'letters/1911/c' is named more than once.");
    expect(refusal(patched('objects/a'), { op: 'delete-binary', path: 'objects/a' })).to.match(/more than once/);
  });

  it('lets a binary become a container and a container a binary in one job', () => {
    const state = stateOf(
      applyPlan(
        group,
        [
          folder('objects/a'),
          file('objects/a/inner'),
          { op: 'delete-binary', path: 'objects/a' },
          file('empty'),
          { op: 'delete-container', path: 'empty' },
        ],
        LATER,
      ),
    );
    expect([...state.containers.keys()]).to.have.members(['objects', 'objects/a']);
    expect([...state.binaries.keys()]).to.have.members(['objects/b', 'objects/a/inner', 'empty']);
  });

  it('tells the first fault in the order of execution: additions first, containers by path, binaries as given', () => {
    const containers = [folder('z/z'), folder('y/y')];
    const binaries = [file('x/x'), file('w/w')];
    const deletions: PlanEntry[] = [
      { op: 'delete-binary', path: 'gone' },
      { op: 'delete-container', path: 'a' },
      { op: 'delete-container', path: 'b' },
    ];
    const renames: PlanEntry[] = [
      { op: 'rename-binary', path: 'away', name: 'x' },
      { op: 'rename-container', path: 'lost', name: 'x' },
    ];
    expect(refusal(...renames, ...deletions, ...binaries, ...containers)).to.match(
      /^Ancestors of 'letters\/1911\/y\/y'/,
    );
    expect(refusal(...renames, ...deletions, patched('p'), ...binaries)).to.match(
      /^Ancestors of 'letters\/1911\/x\/x'/,
    );
    expect(refusal(...renames, ...deletions, patched('p'))).to.equal('Not found: letters/1911/p');
    expect(refusal(...renames, ...deletions)).to.equal('Not found: letters/1911/gone');
    expect(refusal(...renames, ...deletions.slice(1))).to.equal('Not found: letters/1911/b');
    expect(refusal(...renames)).to.equal('Not found: letters/1911/lost');
  });

  it('names the resource that was refused', () => {
    expect(applyPlan(group, [folder('fine'), file('objects/a')], LATER)).to.have.nested.property(
      'error.path',
      'objects/a',
    );
  });
});
