import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { projectRoot } from '../../support/project-root.js';
import { affectedLanes, type AffectedLane } from './affected.js';
import { lanes } from '../catalogue.js';
import { declaredInputs } from './declared-inputs.js';
import { closureOf, importGraph } from './import-graph.js';
import { changedSince, projectGraph } from './project-change.js';
import { matchesGlob } from './matches-glob.js';

describe('the graph of what sources need', () => {
  const needsOf = (files: Readonly<Record<string, string>>, start: string): readonly string[] =>
    [...closureOf(importGraph({ files: Object.keys(files), read: (path) => files[path] ?? '' }), start)]
      .slice(1)
      .sort();

  const cases: readonly [what: string, code: string, needed: readonly string[]][] = [
    ['an import', `import { a } from './b/two.js';`, ['a/b/two.ts']],
    ['an import for its effect', `import './b/two.js';`, ['a/b/two.ts']],
    ['an import of a type and a value', `import { type A, b } from './b/two.js';`, ['a/b/two.ts']],
    ['what is handed on', `export * from './b/two.js';`, ['a/b/two.ts']],
    ['an import at run time', `const b = await import('./b/two.js');`, ['a/b/two.ts']],
    ['a program by its address', `new URL('b/two.js', import.meta.url)`, ['a/b/two.ts']],
    ['a program by its path from the project', `start({ program: 'c/three.js' })`, ['c/three.ts']],
    ['a program whose name is put together', `new URL(\`./b/\${name}.js\`, import.meta.url)`, ['a/b/two.ts']],
    ['a folder', `join(root, 'c/data')`, ['c/data/four.json']],
    ['a file', `join(root, 'c/data/four.json')`, ['c/data/four.json']],
    ['an import of types alone', `import type { A } from './b/two.js';`, []],
    ['an import of nothing but types', `import { type A } from './b/two.js';`, []],
    ['types that are handed on', `export type { A } from './b/two.js';`, []],
    ['a module of others', `import { a } from 'two';`, []],
  ];
  for (const [what, code, needed] of cases)
    it(`${needed.length > 0 ? 'holds' : 'leaves out'} ${what}`, () =>
      expect(
        needsOf({ 'a/one.ts': code, 'a/b/two.ts': '', 'c/three.ts': '', 'c/data/four.json': '' }, 'a/one.ts'),
      ).to.deep.equal(needed));

  it('goes on to what is needed by what is needed, in rings too', () => {
    const files = { 'a.ts': `import './b.js';`, 'b.ts': `import './c.js';`, 'c.ts': `import './a.js';`, 'd.ts': '' };
    expect(needsOf(files, 'a.ts')).to.deep.equal(['b.ts', 'c.ts']);
  });
});

describe('the lanes that a change can touch', function () {
  this.timeout(60_000);
  /** Put together, as a whole path would make this very spec one of those that need the file. */
  const at = (...segments: string[]): string => segments.join('/');
  let touched: (...changed: string[]) => readonly AffectedLane[];
  before(() => {
    const graph = projectGraph(projectRoot, []);
    touched = (...changed) => affectedLanes({ changed, lanes, ...graph });
  });
  const names = (...changed: string[]): string[] => touched(...changed).map(({ lane }) => lane.name);

  it('are none where nothing has changed', () => expect(names()).to.deep.equal([]));

  it('leave out Kafka and MongoDB for METS', () =>
    expect(names(at('formats', 'mets', 'read-mets.ts')))
      .to.include.members(['check', 'specs', 'main-job'])
      .and.not.include.members(['kafka'])
      .and.not.include.members(['mongodb']));

  it('hold the lane of each adapter', () => {
    expect(names(at('infra', 'kafka', 'publisher.ts')))
      .to.include('kafka')
      .and.not.include('mongodb');
    expect(names(at('infra', 'mongodb', 'document-store.ts')))
      .to.include('mongodb')
      .and.not.include('kafka');
    expect(names(at('infra', 's3', 'byte-store.ts')))
      .to.include('s3')
      .and.not.include('kafka');
  });

  it('hold what only starts a program in a process of its own', () =>
    expect(names(at('infra', 'compose', 'platform-process.ts'))).to.include.members([
      'process',
      'distributed',
      'faults',
    ]));

  it('are one lane for a spec with servers, and that one file of it', () => {
    const changed = at('test', 'services', 'kafka', 'relay.spec.ts');
    expect(names(changed)).to.deep.equal(['check', 'kafka']);
    expect(touched(changed).at(-1)?.specs).to.deep.equal([changed]);
  });

  it('are the check alone for what only people read', () =>
    expect(names(['README', 'md'].join('.'))).to.deep.equal(['check']));

  it('are all for what decides how everything runs, and for what nobody knows', () => {
    const all = lanes.map(({ name }) => name);
    for (const path of [['package', 'json'].join('.'), at('.ci', 'run'), at('something', 'nobody-knows.bin')])
      expect(names(path)).to.deep.equal(all);
  });

  it('are declared by names that there are', () => {
    const known = lanes.map(({ name }) => name);
    for (const { lanes: named } of declaredInputs) if (named !== 'all') expect(known).to.include.members([...named]);
  });
});

describe('what has changed since a commit', () => {
  const folder = temporaryFolder();
  const git = (...words: string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], {
      cwd: folder(),
      encoding: 'utf8',
    }).trim();
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder(), path)), { recursive: true });
    writeFileSync(join(folder(), path), text);
  };

  it('is what was committed, changed, added, renamed and removed', () => {
    git('init', '--quiet');
    for (const name of ['same', 'changed', 'renamed', 'removed', 'a ü "quoted" name']) write(name, `${name}\n`);
    git('add', '.');
    git('commit', '--quiet', '-m', 'first');
    const first = git('rev-parse', 'HEAD');
    git('mv', 'renamed', 'new name');
    git('commit', '--quiet', '-m', 'second');
    write('changed', 'otherwise\n');
    write('a ü "quoted" name', 'otherwise\n');
    write('added/deep', '');
    rmSync(join(folder(), 'removed'));
    expect([...changedSince(folder(), first)].sort()).to.deep.equal(
      ['a ü "quoted" name', 'added/deep', 'changed', 'new name', 'removed', 'renamed'].sort(),
    );
  });

  it('is what has changed on this branch alone, where another one is named', () => {
    git('init', '--quiet', '--initial-branch', 'main');
    write('old', '');
    git('add', '.');
    git('commit', '--quiet', '-m', 'first');
    git('checkout', '--quiet', '-b', 'own');
    write('of this branch', '');
    git('add', '.');
    git('commit', '--quiet', '-m', 'second');
    git('checkout', '--quiet', 'main');
    write('of the other one', '');
    git('add', '.');
    git('commit', '--quiet', '-m', 'third');
    git('checkout', '--quiet', 'own');
    expect(changedSince(folder(), 'main')).to.deep.equal(['of this branch']);
  });

  it('fails for a commit that there is not', () => {
    git('init', '--quiet');
    expect(() => changedSince(folder(), 'no-such-commit')).to.throw(/no-such-commit/);
  });
});

describe('a pattern of paths', () => {
  const cases: readonly [pattern: string, path: string, fits: boolean][] = [
    ['dist/test/**/*.spec.js', 'dist/test/a.spec.js', true],
    ['dist/test/**/*.spec.js', 'dist/test/a/b/c.spec.js', true],
    ['dist/test/**/*.spec.js', 'dist/test/a/b.js', false],
    ['dist/test/process/**', 'dist/test/process/a/b.js', true],
    ['dist/test/process/**', 'dist/test/processes/a.js', false],
    ['dist/test/!(workers)/**/*.spec.js', 'dist/test/a/b.spec.js', true],
    ['dist/test/!(workers)/**/*.spec.js', 'dist/test/workers/b.spec.js', false],
    ['docs/*', 'docs/a.md', true],
    ['docs/*', 'docs/adr/a.md', false],
    ['a.md', 'aXmd', false],
  ];
  for (const [pattern, path, fits] of cases)
    it(`${pattern} ${fits ? 'fits' : 'does not fit'} ${path}`, () => expect(matchesGlob(path, pattern)).to.equal(fits));
});
