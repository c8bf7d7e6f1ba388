import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { projectRoot } from '../support/project-root.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import type { CiCommand } from './commands.js';
import { runCommands } from './run-commands.js';

const PASSING = `describe('another thing', () => { it('works', () => {}); it('works again', () => {}); });`;

/** Passes from the second time on. */
const FLAKY = `
import { existsSync, writeFileSync } from 'node:fs';
describe('a thing', () => {
  it('works', () => {});
  it('works every time', () => {
    const isFirst = !existsSync('seen');
    writeFileSync('seen', '');
    if (isFirst) throw new Error('it was not ready\\nas a second line tells');
  });
});`;

const FAILING = `
import { spawn } from 'node:child_process';
import { once } from 'node:events';
describe('a store', () => {
  it('keeps what it was given', async () => {
    const server = spawn('sh', ['-c', 'echo said for people >&2']);
    await once(server, 'close');
    throw new Error('it holds 1 instead of 2');
  });
  it.skip('forgets', () => {});
});`;

const DYING = `describe('a thing that ends it all', () => { it('ends', () => process.exit(7)); });`;

interface Run {
  readonly isFine: boolean;
  readonly lines: readonly string[];
  readonly evidence: string;
}

describe('a run of continuous integration', () => {
  const folder = temporaryFolder();

  /** A command that runs mocha on these spec files of its own, as suites of the project do. */
  const suite = (files: Readonly<Record<string, string>>, words = ''): CiCommand => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder(), `${name}.spec.mjs`), text);
    const here = join(projectRoot, 'dist', 'test');
    const options = `--no-config --require ${here}/support/evidence/keep-evidence.js --reporter ${here}/ci/mocha-reporter.js`;
    const specs = Object.keys(files).map((name) => `${name}.spec.mjs`);
    const script = `${projectRoot}/node_modules/.bin/mocha ${options} ${words} \${MUNIMENT_TEST_ONLY:-${specs.join(' ')}}`;
    return { name: 'quick', about: 'a sample', script };
  };

  const run = async (commands: readonly CiCommand[], minutesLeft = 10): Promise<Run> => {
    const [work, evidence] = [join(folder(), 'work'), join(folder(), 'evidence')];
    for (const each of [work, evidence]) mkdirSync(each);
    const said: string[] = [];
    const isFine = await runCommands({
      commands,
      project: folder(),
      work,
      evidence,
      environment: { ...process.env, MUNIMENT_TEST_SEED: '1' },
      beganMinutes: 0,
      minutesLeft: () => minutesLeft,
      hear: (text) => said.push(text),
    });
    return { isFine, lines: said.join('').trimEnd().split('\n'), evidence };
  };

  const failuresIn = ({ lines }: Run): string[] => lines.filter((line) => line.startsWith('FAILED'));

  for (const words of ['', '--parallel --jobs 2'])
    describe(words === '' ? 'with one file after the other' : 'with files side by side', () => {
      it('passes where nothing fails, and leaves no evidence', async () => {
        const { isFine, lines, evidence } = await run([suite({ passing: PASSING }, words)]);
        expect(isFine).to.equal(true);
        expect(lines.at(-1)).to.equal('2 passed, 0 failed, 0 skipped');
        expect(readdirSync(evidence)).to.deep.equal([]);
      });

      it('runs a file that failed once more, and tells that it passed then', async () => {
        const { isFine, lines } = await run([suite({ flaky: FLAKY, passing: PASSING }, words)]);
        expect(isFine).to.equal(true);
        expect(lines.slice(-2)).to.deep.equal([
          'passed at the second try: quick: flaky.spec.mjs, a thing works every time: it was not ready',
          '4 passed, 0 failed, 0 skipped',
        ]);
      });

      it('fails where a file fails twice, counts its tests once, and keeps what is known of it', async () => {
        const done = await run([suite({ failing: FAILING, passing: PASSING }, words)]);
        expect(done.isFine).to.equal(false);
        expect(done.lines.at(-1)).to.equal('2 passed, 1 failed, 1 skipped');
        expect(failuresIn(done)).to.deep.equal(['FAILED twice: quick: failing.spec.mjs']);
        expect(done.lines).to.include('    a store keeps what it was given: it holds 1 instead of 2');
        expect(readFileSync(join(done.evidence, 'quick', 'failing-1.txt'), 'utf8'))
          .to.contain('it holds 1 instead of 2')
          .and.match(/^seed {2}1 \(MUNIMENT_TEST_SEED=1 repeats/m)
          .and.match(/^\$ sh -c echo said[^\n]*\n\(begun [^\n]*ended with 0\)\nsaid for people$/m);
      });
    });

  it('fails where mocha itself dies, runs nothing of it again, and goes on with the next', async () => {
    const { script } = suite({ passing: PASSING });
    const done = await run([suite({ dying: DYING }), { name: 'later', about: 'a sample', script }]);
    expect(done.lines.at(-1)).to.equal('2 passed, 1 failed, 0 skipped');
    expect(failuresIn(done)).to.deep.equal(['FAILED: quick: it ended with 7']);
    expect(done.lines.some((line) => line.includes('once more'))).to.equal(false);
  });

  it('takes the death of one process among several for a failure of its file', async () => {
    const done = await run([suite({ dying: DYING, passing: PASSING }, '--parallel --jobs 2')]);
    expect(done.lines.at(-1)).to.equal('2 passed, 1 failed, 0 skipped');
    expect(failuresIn(done)).to.deep.equal(['FAILED twice: quick: dying.spec.mjs']);
  });

  it('fails where no spec was run', async () => {
    const done = await run([suite({ none: `describe('nothing', () => {});` })]);
    expect(failuresIn(done)).to.deep.equal(['FAILED: quick: no spec was run']);
  });

  it('counts a command without specs as one test, runs it once, and keeps what it said', async () => {
    const failing = {
      name: 'step',
      about: 'a sample',
      script: 'echo no luck; test -e seen || { touch seen; exit 3; }',
    };
    const done = await run([failing, { name: 'fine', about: 'a sample', script: 'true' }]);
    expect(done.lines.at(-1)).to.equal('1 passed, 1 failed, 0 skipped');
    expect(failuresIn(done)).to.deep.equal(['FAILED: step: it ended with 3']);
    expect(readFileSync(join(done.evidence, 'step', 'output.txt'), 'utf8')).to.equal('no luck\n');
  });

  it('runs nothing more when there is no time left, and says so', async () => {
    const done = await run([suite({ passing: PASSING })], 0);
    expect(done.isFine).to.equal(false);
    expect(failuresIn(done)).to.deep.equal(['FAILED: quick: there is no time left']);
  });

  it('has servers started before the commands that want them, and stopped at the end', async () => {
    const scripts = { services: 'sh -c \'echo "$0" "$@" >>told\'' };
    writeFileSync(join(folder(), 'package.json'), JSON.stringify({ scripts }));
    const tells = (name: string, servers?: readonly string[]): CiCommand => ({
      name,
      about: 'a sample',
      script: `echo ${name} >>told`,
      ...(servers === undefined ? {} : { servers }),
    });
    const { isFine } = await run([tells('served', ['kafka', 'mongodb']), tells('last', ['kafka'])]);
    expect(isFine).to.equal(true);
    expect(readFileSync(join(folder(), 'told'), 'utf8').trimEnd().split('\n')).to.deep.equal([
      'start kafka mongodb',
      'served',
      'last',
      'stop kafka mongodb',
    ]);
  });

  it('runs commands that want servers beside those that want none, and labels the lines of each', async () => {
    writeFileSync(join(folder(), 'package.json'), JSON.stringify({ scripts: { services: 'true' } }));
    const meets = (own: string, other: string): string =>
      `printf 'one\\ntwo'; touch ${own}; until test -e ${other}; do sleep 0.01; done`;
    const alone = { name: 'alone', about: 'a sample', script: meets('a', 'b') };
    const served = { name: 'served', about: 'a sample', script: meets('b', 'a'), servers: ['kafka'] };
    const { isFine, lines } = await run([alone, served], 1);
    expect(isFine).to.equal(true);
    expect(lines).to.include.members(['alone | one', 'alone | two', 'served | one', 'served | two']);
  });

  it('runs two at a time, also after those that want servers, and tells their times in the order of the list', async () => {
    writeFileSync(join(folder(), 'package.json'), JSON.stringify({ scripts: { services: 'true' } }));
    const command = (name: string, script: string): CiCommand => ({ name, about: 'a sample', script });
    const long = command('long', 'until test -e ended; do sleep 0.01; done');
    const next = command('next', 'test -e told && touch ended');
    const { isFine, lines } = await run([long, next, { ...command('served', 'touch told'), servers: ['kafka'] }], 1);
    expect(isFine).to.equal(true);
    const names = lines.map((line) => line.split(' ')[0]);
    const table = names.slice(names.indexOf('command'));
    expect(table.filter((name) => ['long', 'next', 'served'].includes(name ?? ''))).to.deep.equal([
      'long',
      'next',
      'served',
    ]);
  });
});
