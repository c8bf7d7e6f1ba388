import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { projectRoot } from '../support/project-root.js';
import { temporaryFolder } from '../support/temporary-folder.js';

describe('the compilation at a start', () => {
  const folder = temporaryFolder();
  beforeEach(() => {
    mkdirSync(join(folder(), 'infra'));
    mkdirSync(join(folder(), 'schemas', 'openapi'), { recursive: true });
    cpSync(join(projectRoot, 'infra', 'compile.mjs'), join(folder(), 'infra', 'compile.mjs'));
    writeFileSync(join(folder(), 'tsconfig.json'), '{"include":["infra"]}');
    chmodSync(folder(), 0o755);
  });

  const compile = (user: Readonly<Record<string, number>> = {}) => {
    const { status, stderr } = spawnSync(process.execPath, [join(folder(), 'infra', 'compile.mjs')], {
      encoding: 'utf8',
      ...user,
    });
    return { status, stderr };
  };

  it('uses a compiler that npm ci --omit=dev installs', () => {
    const lock = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')) as {
      readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
    };
    expect(lock.packages['node_modules/typescript-native']).to.be.an('object').that.does.not.have.property('dev');
  });

  it('says in one sentence that packages are not installed', () =>
    expect(compile()).to.deep.equal({
      status: 1,
      stderr: `The packages of Muniment are not installed: run npm ci in ${folder()}/.\n`,
    }));

  it('says in one sentence that this user may not write what is compiled', function () {
    if (process.geteuid?.() !== 0) this.skip();
    const bin = join(folder(), 'node_modules', 'typescript-native', 'bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'tsc'), '');
    const { status, stderr } = compile({ uid: 65_534 });
    expect(status).to.equal(1);
    expect(stderr).to.match(/^Muniment must be compiled first, and this user may not write to .*\/dist: run .*\.\n$/);
  });
});
