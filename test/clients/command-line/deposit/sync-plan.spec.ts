import { expect } from 'chai';
import type { LocalFolder } from '../../../../clients/command-line/folder/folder-inspection.js';
import {
  inEdits,
  isUnchanged,
  syncPlan,
  type SyncInputs,
  type SyncPlan,
  type Tree,
} from '../../../../clients/command-line/deposit/sync-plan.js';

/** A tree by its paths below `objects/`: a digest for a file, `/` for a folder. */
type Sketch = Readonly<Record<string, string>>;

const treeOf = (sketch: Sketch = {}): Tree => {
  const entries = Object.entries(sketch);
  return {
    files: new Map(entries.filter(([, is]) => is !== '/').map(([path, is]) => [`objects/${path}`, is])),
    folders: new Set(['objects', ...entries.filter(([, is]) => is === '/').map(([path]) => `objects/${path}`)]),
  };
};

const localOf = (sketch: Sketch): LocalFolder => ({
  files: Object.entries(sketch)
    .filter(([, is]) => is !== '/')
    .map(([path]) => ({ path, location: `/box/${path}`, size: 1, modifiedMs: 0 })),
  folders: Object.entries(sketch)
    .filter(([, is]) => is === '/')
    .map(([path]) => path),
});

interface Case {
  readonly local: Sketch;
  readonly held?: Sketch;
  readonly described?: Sketch;
  readonly uploaded?: Sketch;
}

/** Digests are known of files that have a counterpart, as the command knows them. */
const sidesOf = ({ local, held, described, uploaded }: Case): SyncInputs => {
  const known = { ...held, ...described, ...uploaded };
  const digests = Object.entries(local).filter(([path, is]) => is !== '/' && path in known);
  return {
    local: localOf(local),
    digests: new Map(digests.map(([path, digest]) => [`objects/${path}`, digest])),
    held: treeOf(held),
    described: treeOf(described),
    uploaded: treeOf(uploaded),
  };
};

const NOTHING: SyncPlan = { remove: [], upload: [], markers: [], record: [] };
const file = (path: string): { path: string; isDir: boolean } => ({ path: `objects/${path}`, isDir: false });
const folder = (path: string): { path: string; isDir: boolean } => ({ path: `objects/${path}`, isDir: true });

const cases: readonly [title: string, given: Case, plan: Partial<SyncPlan>][] = [
  [
    'uploads and records all of a new folder',
    { local: { a: '1', d: '/', 'd/b': '2' } },
    { upload: ['objects/a', 'objects/d/b'], record: ['objects/a', 'objects/d/b'] },
  ],
  [
    'marks folders that have nothing in them, and only those',
    { local: { d: '/', 'd/e': '/', f: '/', 'f/a': '1' } },
    { upload: ['objects/f/a'], markers: ['objects/d/e'], record: ['objects/f/a', 'objects/d/e'] },
  ],
  [
    'does nothing for what is held as it is described',
    { local: { a: '1' }, held: { a: '1' }, described: { a: '1' } },
    {},
  ],
  [
    'uploads and records a file that changed',
    { local: { a: '2' }, held: { a: '1' }, described: { a: '1' } },
    { upload: ['objects/a'], record: ['objects/a'] },
  ],
  [
    'only records what an interrupted run has uploaded',
    { local: { a: '1', b: '2' }, uploaded: { a: '1' } },
    { upload: ['objects/b'], record: ['objects/a', 'objects/b'] },
  ],
  [
    'uploads again what an interrupted run has uploaded otherwise',
    { local: { a: '2' }, uploaded: { a: '1' }, described: { a: '1' } },
    { upload: ['objects/a'], record: ['objects/a'] },
  ],
  [
    'uploads again what went back to the held state after another was uploaded',
    { local: { a: '1' }, held: { a: '1' }, described: { a: '1' }, uploaded: { a: '2' } },
    { upload: ['objects/a'], record: ['objects/a'] },
  ],
  ['does nothing twice', { local: { a: '1' }, uploaded: { a: '1' }, described: { a: '1' } }, {}],
  [
    'removes what is gone, wherever it still is',
    {
      local: {},
      held: { a: '1', d: '/', 'd/b': '2' },
      described: { a: '1', d: '/', 'd/b': '2' },
      uploaded: { c: '3', e: '/' },
    },
    { remove: [file('a'), file('d/b'), file('c'), folder('d'), folder('e')] },
  ],
  [
    'removes the file and records what is in the folder when a file becomes a folder',
    { local: { x: '/', 'x/y': '2' }, held: { x: '1' }, described: { x: '1' } },
    { remove: [file('x')], upload: ['objects/x/y'], record: ['objects/x/y'] },
  ],
  [
    'marks the folder when a file becomes an empty folder',
    { local: { x: '/' }, held: { x: '1' }, described: { x: '1' } },
    { remove: [file('x')], markers: ['objects/x'], record: ['objects/x'] },
  ],
  [
    'removes the folder and all in it when a folder becomes a file',
    { local: { x: '1' }, held: { x: '/', 'x/y': '2' }, described: { x: '/', 'x/y': '2' } },
    { remove: [file('x/y'), folder('x')], upload: ['objects/x'], record: ['objects/x'] },
  ],
  [
    'leaves a folder that has become empty to the METS that describes it',
    { local: { d: '/' }, held: { d: '/', 'd/a': '1' }, described: { d: '/', 'd/a': '1' } },
    { remove: [file('d/a')] },
  ],
  [
    'treats forms of one name that differ in their bytes as two',
    { local: { 'cafe\u0301': '1' }, held: { 'caf\u00e9': '1' }, described: { 'caf\u00e9': '1' } },
    { remove: [file('caf\u00e9')], upload: ['objects/cafe\u0301'], record: ['objects/cafe\u0301'] },
  ],
];

describe('planning what a deposit needs', () => {
  for (const [title, given, plan] of cases) {
    it(title, () => {
      expect(syncPlan(sidesOf(given))).to.deep.equal({ ...NOTHING, ...plan });
    });
  }

  it('never touches what lies outside the objects', () => {
    const sides = sidesOf({ local: {} });
    const described = { files: new Map([['metadata/x', '1']]), folders: new Set(['metadata', 'metadata/ad-hoc']) };
    expect(syncPlan({ ...sides, described, uploaded: described })).to.deep.equal(NOTHING);
  });
});

describe('telling whether a folder is preserved as it is', () => {
  const unchanged = (local: Sketch, held: Sketch): boolean => isUnchanged(sidesOf({ local, held }));

  it('says so when files and folders are the same', () => {
    expect(unchanged({ a: '1', d: '/' }, { a: '1', d: '/' })).to.equal(true);
    expect(unchanged({}, {})).to.equal(true);
  });

  it('denies it after any single change', () => {
    const held = { a: '1', d: '/', 'd/b': '2' };
    const changes: readonly Sketch[] = [
      { ...held, a: '2' },
      { ...held, c: '3' },
      { ...held, e: '/' },
      { a: '1', d: '/' },
      { a: '/', d: '/', 'd/b': '2' },
      { b: '1', d: '/', 'd/b': '2' },
      { a: '1', e: '/', 'd/b': '2' },
    ];
    for (const local of changes) expect(unchanged(local, held), JSON.stringify(local)).to.equal(false);
  });
});

describe('the edits that record paths', () => {
  const edits = (count: number): string[][] =>
    [...inEdits(Array.from({ length: count }, (_, index) => `${index}`))].map((paths) => [...paths]);

  it('record each path once, in their order', () => {
    const paths = edits(75_001).flat();
    expect(paths).to.have.length(75_001);
    expect(paths.every((path, index) => path === `${index}`)).to.equal(true);
  });

  it('are as large as all before them together, up to a limit', () => {
    expect(edits(75_001).map(({ length }) => length)).to.deep.equal([5_000, 5_000, 10_000, 20_000, 20_000, 15_001]);
    expect(edits(3).map(({ length }) => length)).to.deep.equal([3]);
    expect(edits(0)).to.deep.equal([]);
  });
});
