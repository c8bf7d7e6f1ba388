import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { rootOf } from '../support/repository/audited-repository.js';
import { runCommand, startProcess, type CommandEnd } from '../support/command-line/run-command.js';
import { projectRoot } from '../support/project-root.js';

describe('the audit command as a process', () => {
  let data: string;
  before(async () => {
    data = join(await mkdtemp(join(tmpdir(), 'muniment-audit-')), 'data');
    const folder = join(projectRoot, 'samples/letters-1911');
    const { code, stderr } = await runCommand('preserve', [folder, '--as', 'letters/1911'], { env: environment() });
    expect(code, stderr).to.equal(0);
  });
  after(() => rm(join(data, '..'), { recursive: true, force: true }));

  const environment = (more: Readonly<Record<string, string>> = {}): Record<string, string> => ({
    MUNIMENT_DATA: data,
    ...more,
  });
  const audit = (words: readonly string[] = [], env = environment()): Promise<CommandEnd> =>
    runCommand('audit', words, { env });

  it('ends with 0 when it finds nothing, having said so in one line', async () => {
    const { code, stdout, stderr } = await audit();
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    expect(stdout).to.match(/^No findings: 1 object, 1 version, \d+ files, [^\n]* read\.\n$/);
  });

  it('ends with 1 when it finds something, a line for each and one for all', async () => {
    const stray = join(data, 'ocfl', rootOf('letters/1911'), 'v1/content/objects/stray');
    await writeFile(stray, 'x');
    const { code, stdout, stderr } = await audit();
    await rm(stray);
    expect({ code, stderr }).to.deep.equal({ code: 1, stderr: '' });
    const key = `${rootOf('letters/1911')}/v1/content/objects/stray`;
    expect(stdout).to.match(new RegExp(`^E023\tletters/1911\t${key}\t-\t-\t[^\n\t]+\n1 finding: [^\n]+\n$`));
  });

  it('asks the platform that runs on the data folder, and says the same', async () => {
    const platform = await startProcess(environment());
    const sound = await audit(['letters/1911']);
    const unknown = await audit(['letters/1912']);
    const stray = join(data, 'ocfl', rootOf('letters/1911'), 'v1/content/objects/stray');
    await writeFile(stray, 'x');
    const found = await audit();
    await rm(stray);
    await platform.end('SIGTERM');
    expect(sound).to.include({ code: 0, stderr: '' });
    expect(sound.stdout).to.match(/^No findings: 1 object, \d+ versions?, \d+ files, [\d.]+ kB read\.\n$/);
    expect(unknown).to.include({ code: 1 });
    expect(unknown.stderr).to.match(
      /^muniment: There is no archival group letters\/1912\. Did you mean letters\/1911\?\n/,
    );
    expect(found).to.include({ code: 1, stderr: '' });
    const key = `${rootOf('letters/1911')}/v1/content/objects/stray`;
    expect(found.stdout).to.match(new RegExp(`^E023\tletters/1911\t${key}\t-\t-\t[^\n\t]+\n1 finding: [^\n]+\n$`));
  });

  it('ends with 2 and a sentence where there is no data folder, and makes none', async () => {
    const missing = join(data, '../missing');
    for (let time = 0; time < 2; time++) {
      const { code, stdout, stderr } = await audit([], environment({ MUNIMENT_DATA: missing }));
      expect({ code, stdout }).to.deep.equal({ code: 2, stdout: '' });
      expect(stderr).to.match(/^muniment: There is no archive in .*\/missing\.\nNext: --data <folder>, /);
    }
  });

  it('ends with a code and a sentence for settings and words that do not fit, and for a store that is away', async () => {
    const store = { MUNIMENT_S3_ENDPOINT: 'http://127.0.0.1:9', MUNIMENT_S3_REGION: 'us-east-1' };
    const away = { ...store, AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', MUNIMENT_WAIT_SECONDS: '1' };
    const cases: readonly [code: number, words: readonly string[], more: Record<string, string>, says: RegExp][] = [
      [2, [], { MUNIMENT_LOG_LEVEL: 'loud' }, /^muniment: The settings are not valid: [^\n]*\.\n$/],
      [2, ['--rigorous'], {}, /^muniment: There is no option "--rigorous" of audit\.\nNext: muniment audit --help\n$/],
      [2, ['a', 'b'], {}, /^muniment: audit takes fewer words: "b" is too many\./],
      [1, ['letters/1912'], {}, /^muniment: There is no archival group letters\/1912\. Did you mean letters\/1911\?\n/],
      [
        5,
        [],
        away,
        /^Waiting for the object store, [^\n]*\nmuniment: The object store did not answer within [^\n]*\n$/,
      ],
    ];
    for (const [expected, words, more, says] of cases) {
      const { code, stdout, stderr } = await audit(words, environment(more));
      expect({ code, stdout }, stderr).to.deep.equal({ code: expected, stdout: '' });
      expect(stderr).to.match(says);
    }
  });
});
