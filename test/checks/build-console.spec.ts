import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { projectRoot } from '../support/project-root.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** A bundler that puts the sources of the console into one page, and uses these modules. */
const BUNDLER = `import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
export const build = ({ build: { outDir } }) => {
  mkdirSync(outDir);
  const text = readFileSync('clients/console/main.tsx', 'utf8');
  if (text === 'broken') throw new Error('broken at line 1');
  writeFileSync(outDir + '/index.html', '<!doctype html>' + text + '\\n');
  return { output: [{ moduleIds: JSON.parse(readFileSync('modules.json', 'utf8')) }, {}] };
};`;

describe('the build of the console', () => {
  const folder = temporaryFolder();
  const at = (path: string): string => join(folder(), path);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  };
  const run = (...words: readonly string[]) => {
    const { status, stderr } = spawnSync(process.execPath, [at('infra/build-console.mjs'), ...words], {
      cwd: folder(),
      encoding: 'utf8',
    });
    return { status, stderr };
  };
  const isFresh = (): boolean => run('--is-fresh').status === 0;
  const page = (name = 'index.html'): Buffer => readFileSync(at(`clients/console/dist/${name}`));
  /** What lies beside the sources of the console. */
  const left = (): string[] => readdirSync(at('clients/console')).filter((name) => name.startsWith('dist'));

  beforeEach(() => {
    mkdirSync(at('infra'));
    cpSync(join(projectRoot, 'infra', 'build-console.mjs'), at('infra/build-console.mjs'));
    write('node_modules/vite/package.json', '{"type":"module","exports":"./vite.js"}');
    write('node_modules/vite/vite.js', BUNDLER);
    write('clients/console/main.tsx', 'first');
    write('clients/api/service.ts', 'service');
    write('formats/paths/path.ts', 'path');
    write('flow/pause.ts', 'pause');
    write('package-lock.json', '{}');
    write(
      'modules.json',
      JSON.stringify([at('clients/console/main.tsx'), at('node_modules/react/index.js'), '\0virtual']),
    );
  });

  it('makes pages that are compressed beforehand, once', () => {
    expect(isFresh()).to.equal(false);
    expect(run()).to.deep.equal({ status: 0, stderr: '' });
    expect(page().toString()).to.match(/^<!doctype html>first\n/);
    expect(brotliDecompressSync(page('index.html.br'))).to.deep.equal(page());
    expect(gunzipSync(page('index.html.gz'))).to.deep.equal(page());
    expect(isFresh()).to.equal(true);
    rmSync(at('node_modules'), { recursive: true });
    expect(run(), 'nothing is to do').to.deep.equal({ status: 0, stderr: '' });
  });

  it('is out of date when a source was changed, added, removed or moved, also one outside its folder', () => {
    run();
    const sources = ['clients', 'flow', 'formats', 'package-lock.json'];
    for (const each of sources) cpSync(at(each), at(`kept/${each}`), { recursive: true });
    for (const [what, change] of [
      ['nothing', () => undefined],
      ['changed', () => write('clients/console/main.tsx', 'second')],
      ['added', () => write('clients/console/pages/page.tsx', '')],
      ['removed', () => rmSync(at('clients/api/service.ts'))],
      ['moved', () => renameSync(at('formats/paths/path.ts'), at('formats/path.ts'))],
      ['changed outside its folder', () => write('flow/pause.ts', 'later')],
      ['other packages', () => write('package-lock.json', '{"packages":{}}')],
      ['types made anew', () => write('clients/api/generated/preservation.ts', 'types')],
    ] as const) {
      change();
      expect(isFresh(), what).to.equal(what === 'nothing' || what === 'types made anew');
      for (const each of sources) rmSync(at(each), { recursive: true });
      for (const each of sources) cpSync(at(`kept/${each}`), at(each), { recursive: true });
    }
  });

  it('keeps the pages from before when it fails, and leaves nothing else', () => {
    run();
    write('clients/console/main.tsx', 'broken');
    const { status, stderr } = run();
    expect(status).to.equal(1);
    expect(stderr).to.contain('broken at line 1');
    expect(page().toString()).to.contain('first');
    expect(left()).to.deep.equal(['dist']);
  });

  it('removes what a build that was killed has left', () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    write(`clients/console/dist.${pid}/index.html`, 'half');
    run();
    expect(left()).to.deep.equal(['dist']);
  });

  it('refuses a module whose changes it would not see', () => {
    write('modules.json', JSON.stringify([at('commands/core/handle.ts')]));
    const { status, stderr } = run();
    expect(status).to.equal(1);
    expect(stderr).to.contain('The console uses commands/core/handle.ts');
    expect(existsSync(at('clients/console/dist'))).to.equal(false);
  });

  it('says which command installs its packages where they are missing', () => {
    rmSync(at('node_modules'), { recursive: true });
    const stderr = 'Building the console needs the development packages: run npm ci --include=dev.\n';
    expect(run()).to.deep.equal({ status: 3, stderr });
  });
});
