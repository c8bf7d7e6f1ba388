import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { projectRoot } from '../support/project-root.js';
import { temporaryFolder } from '../support/temporary-folder.js';

describe('.ci/run', () => {
  const folder = temporaryFolder();

  /** The script in a project of its own, with programs that end as they are told; what it said, by lines. */
  const run = (codes: { readonly npmCi?: number; readonly build?: number; readonly node?: number }) => {
    const commands = join(folder(), 'bin');
    mkdirSync(commands, { recursive: true });
    mkdirSync(join(folder(), '.ci'), { recursive: true });
    cpSync(join(projectRoot, '.ci', 'run'), join(folder(), '.ci', 'run'));
    const { npmCi = 0, build = 0, node = 0 } = codes;
    const programs = {
      [join(commands, 'npm')]: `[ "$1" = ci ] && exit ${npmCi}\nexit ${build}`,
      [join(commands, 'node')]: `echo "node $*"\nexit ${node}`,
      [join(folder(), '.ci', 'libraries')]: 'exit 0',
    };
    for (const [path, text] of Object.entries(programs)) {
      writeFileSync(path, `#!/bin/sh\n${text}\n`);
      chmodSync(path, 0o755);
    }
    const PATH = `${commands}:${process.env['PATH'] ?? ''}`;
    const words = [join(folder(), '.ci', 'run'), 'core', 'kafka'];
    const { status, stdout } = spawnSync('bash', words, { encoding: 'utf8', env: { PATH } });
    return { status, lines: stdout.trimEnd().split('\n') };
  };

  it('hands its words on, and ends as the run of the commands does', () => {
    const words = 'node --enable-source-maps dist/test/ci/ci-process.js core kafka';
    expect(run({})).to.deep.equal({ status: 0, lines: [words] });
    expect(run({ node: 10 })).to.deep.equal({ status: 1, lines: [words] });
  });

  it('counts what it cannot install or compile as a failure, and runs no command', () => {
    for (const [codes, what] of [
      [{ npmCi: 1 }, 'npm ci'],
      [{ build: 2 }, 'npm run build'],
    ] as const) {
      const { status, lines } = run(codes);
      expect(status).to.equal(1);
      expect(lines).to.deep.equal(['', `FAILED: ${what}`, '', '0 passed, 1 failed']);
    }
  });

  it('counts a run without a verdict as a failure', () => {
    for (const node of [1, 134]) {
      const { status, lines } = run({ node });
      expect(status).to.equal(1);
      expect(lines.slice(-3)).to.deep.equal([`FAILED: the run itself ended with ${node}`, '', '0 passed, 1 failed']);
    }
  });

  it('is a script that a shell takes', () => {
    for (const name of [
      'run',
      'node',
      'fresh-clone',
      'tools',
      'siegfried',
      'libraries',
      'main-job',
      'judge',
      'validators',
      'upload-tools',
      'generators',
      'viewer',
      'test-browser',
    ])
      execFileSync('bash', ['-n', join(projectRoot, '.ci', name)]);
  });
});
