import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { projectRoot } from '../../support/project-root.js';
import { deployFolder } from './compose-file.js';

const run = promisify(execFile);

const PROGRAMS = ['admin', 'audit', 'adopt', 'archive', 'preserve', 'tools', 'issuer', 'start'];

/** The lines of the image definition, of all stages before the last and of the last. */
const stages = (): readonly [before: readonly string[], last: readonly string[]] => {
  const lines = readFileSync(join(deployFolder, 'Containerfile'), 'utf8').split('\n');
  const at = lines.lastIndexOf('FROM base');
  return [lines.slice(0, at), lines.slice(at)];
};

/** Where the pages of the console are; a test run does not build them. */
const PAGES = 'clients/console/dist';

/** What the last stage of the image definition copies, relative to the project; each to the place of the same name. */
const copied = (): readonly string[] => {
  const [, last] = stages();
  return last.flatMap((line) => /^COPY (?:--from=build \/app\/)?(\S+) \S+$/.exec(line)?.[1] ?? []);
};

describe('the container image', () => {
  const image = mkdtempSync(join(tmpdir(), 'muniment-image-'));
  before(() => {
    for (const name of ['package.json', ...copied().filter((each) => each !== PAGES)]) {
      const [from, to] = [join(projectRoot, name), join(image, name)];
      mkdirSync(dirname(to), { recursive: true });
      if (statSync(from).isDirectory()) symlinkSync(from, to);
      else cpSync(from, to);
    }
  });
  after(() => rmSync(image, { recursive: true }));

  it('has the pages of the console, built where the packages for that are, and nothing that would build them', () => {
    const [before] = stages();
    expect(before.find((line) => line.endsWith('node infra/build-console.mjs'))).to.match(/^RUN npm run build && /);
    expect(copied()).to.include(PAGES);
    expect(copied().filter((each) => 'infra/build-console.mjs'.startsWith(each))).to.deep.equal([]);
  });

  it('runs every command by its script, with nothing to compile', async () => {
    const { scripts } = JSON.parse(readFileSync(join(image, 'package.json'), 'utf8')) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    for (const name of PROGRAMS) {
      const [, program = '', verb] = /^exec node (\S+) (\S+)$/.exec(scripts[name] ?? '') ?? [];
      expect(statSync(join(image, program)).isFile(), name).to.equal(true);
      expect(verb).to.equal(name);
    }
    const { stdout, stderr } = await run('npm', ['run', '-s', 'audit', '--', '--help'], { cwd: image });
    expect(stdout).to.match(/^Usage: muniment audit /);
    expect(stderr).to.equal('');
  });
});
