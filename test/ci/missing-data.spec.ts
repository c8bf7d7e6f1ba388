import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { projectRoot } from '../support/project-root.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const execute = promisify(execFile);

interface Report {
  readonly stats: { readonly passes: number; readonly pending: number; readonly failures: number };
  readonly pending: readonly { readonly fullTitle: string }[];
}

describe('specs that look at test material of others', () => {
  const folder = temporaryFolder();

  const reportOf = async (name: string): Promise<Report> => {
    const hooks = ['--no-config', '--require', 'dist/test/support/current-test.js', '--reporter', 'json'];
    const { stdout } = await execute(process.execPath, ['node_modules/mocha/bin/mocha.js', ...hooks, name], {
      cwd: projectRoot,
      env: { ...process.env, MUNIMENT_TEST_DATA: folder() },
    });
    return JSON.parse(stdout) as Report;
  };

  it('are skipped by name where it is missing, whether the test asks for it or a hook of its suite', async () => {
    const [tests, suite] = await Promise.all([
      reportOf('dist/test/formats/mets/normalise-mets.spec.js'),
      reportOf('dist/test/formats/mets/round-trip.spec.js'),
    ]);
    expect(tests.pending.map(({ fullTitle }) => fullTitle)).to.include(
      'normalising the ids of a METS is refused for a METS of a third party and for none',
    );
    expect(tests.stats.passes).to.be.above(0);
    expect(suite.stats).to.include({ passes: 0, failures: 0 });
    expect(suite.stats.pending).to.be.above(0);
  });
});
