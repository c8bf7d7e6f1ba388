import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { temporaryFolder } from '../../support/temporary-folder.js';
import {
  DYING,
  FAILING,
  FLAKY,
  PASSING,
  runSample,
  sampleProject,
  type SampleRun,
} from '../affected/sample-project.js';
import type { Servers } from '../servers.js';

const secondTriesIn = ({ lines }: SampleRun): string[] => lines.filter((line) => line.includes('second try:'));
const failuresIn = ({ lines }: SampleRun): string[] => lines.filter((line) => line.startsWith('FAILED'));

describe('a run of continuous integration', function () {
  this.timeout(60_000);
  const folder = temporaryFolder();

  for (const parallel of [false, true])
    describe(parallel ? 'with files side by side' : 'with one file after the other', () => {
      it('passes where nothing fails, and leaves no evidence', async () => {
        const project = sampleProject(folder());
        const run = await runSample(project, [project.lane('quick', { passing: PASSING }, { parallel })]);
        expect(run.isFine).to.equal(true);
        expect(run.lines.at(-1)).to.equal('2 passed, 0 failed, 0 skipped');
        expect(failuresIn(run)).to.deep.equal([]);
        expect(readdirSync(run.evidence)).to.deep.equal([]);
      });

      it('runs a file that failed once more, and tells that it passed then', async () => {
        const project = sampleProject(folder());
        const lane = project.lane('quick', { flaky: FLAKY, passing: PASSING }, { parallel });
        const run = await runSample(project, [lane]);
        expect(run.isFine).to.equal(true);
        expect(run.lines.slice(-2)).to.deep.equal([
          'passed at the second try: quick: quick/flaky.spec.mjs, a thing works every time: it was not ready',
          '4 passed, 0 failed, 0 skipped',
        ]);
        expect(existsSync(join(run.evidence, 'quick', 'flaky-1', 'failure.txt'))).to.equal(true);
        expect(run.lines.join('\n')).to.contain(`== evidence in ${join(run.evidence, 'quick', 'flaky-1')}`);
      });

      it('fails where a file fails twice, and counts its tests once', async () => {
        const project = sampleProject(folder());
        const lane = project.lane('quick', { failing: FAILING, passing: PASSING }, { parallel });
        const run = await runSample(project, [lane]);
        expect(run.isFine).to.equal(false);
        expect(run.lines.at(-1)).to.equal('2 passed, 1 failed, 1 skipped');
        expect(secondTriesIn(run)).to.deep.equal([]);
        expect(failuresIn(run)).to.deep.equal(['FAILED twice: quick: quick/failing.spec.mjs']);
        expect(run.lines).to.include('    a store keeps what it was given: it holds 1 instead of 2');
      });

      it('keeps the error, the seed, what processes said and the folders as they stood', async () => {
        const project = sampleProject(folder());
        const run = await runSample(project, [project.lane('quick', { failing: FAILING }, { parallel })]);
        const kept = join(run.evidence, 'quick', 'failing-1');
        expect(readFileSync(join(kept, 'failure.txt'), 'utf8'))
          .to.contain('it holds 1 instead of 2')
          .and.match(/^seed {2}\d+ \(MUNIMENT_TEST_SEED=\d+ repeats/m);
        const [output = ''] = readdirSync(join(kept, 'processes')).filter((name) => name.includes('-sh-'));
        expect(readFileSync(join(kept, 'processes', output), 'utf8')).to.match(
          /^\$ sh -c echo said[^\n]*\n\(begun [^\n]*ended with 0\)\n(said for programs\nsaid for people|said for people\nsaid for programs)\n$/,
        );
        const [store = ''] = readdirSync(join(kept, 'folders'));
        expect(readFileSync(join(kept, 'folders', store, 'state.json'), 'utf8')).to.equal('{"held":1}');
        expect(run.lines).to.include('said for people');
      });
    });

  it('fails where mocha itself dies, and runs nothing of it again', async () => {
    const project = sampleProject(folder());
    const lane = project.lane('quick', { dying: DYING, passing: PASSING });
    const run = await runSample(project, [lane, project.lane('later', { passing: PASSING })]);
    expect(run.isFine).to.equal(false);
    expect(run.lines.at(-1)).to.equal('2 passed, 1 failed, 0 skipped');
    expect(failuresIn(run)).to.deep.equal(['FAILED: quick: mocha ended with 7 before its specs did']);
    expect(run.lines.some((line) => line.includes('once more'))).to.equal(false);
    expect(existsSync(join(run.evidence, 'quick', 'output', 'output.log'))).to.equal(true);
  });

  it('takes the death of one process among several for a failure of its file', async () => {
    const project = sampleProject(folder());
    const lane = project.lane('quick', { dying: DYING, passing: PASSING }, { parallel: true });
    const run = await runSample(project, [lane]);
    expect(run.isFine).to.equal(false);
    expect(run.lines.at(-1)).to.equal('2 passed, 1 failed, 0 skipped');
    expect(failuresIn(run)).to.deep.equal(['FAILED twice: quick: quick/dying.spec.mjs']);
  });

  it('fails where a lane has run no spec at all', async () => {
    const project = sampleProject(folder());
    const run = await runSample(project, [project.lane('quick', { none: `describe('nothing', () => {});` })]);
    expect(run.isFine).to.equal(false);
    expect(failuresIn(run)).to.deep.equal(['FAILED: quick: no spec was run']);
  });

  it('runs no command again', async () => {
    const project = sampleProject(folder());
    const script = 'echo no luck; test -e seen || { touch seen; exit 3; }';
    const work = { kind: 'command', words: ['sh', '-c', script], starts: [] } as const;
    const run = await runSample(project, [{ name: 'step', about: 'a sample', minutes: 1, work }]);
    expect(run.isFine).to.equal(false);
    expect(run.lines.at(-1)).to.equal('0 passed, 1 failed, 0 skipped');
    expect(failuresIn(run)).to.deep.equal(['FAILED: step: it ended with 3']);
    expect(run.lines.join('\n')).to.match(/--- step\/output\/output\.log\nno luck/);
  });

  it('runs nothing more when there is no time left, and says so', async () => {
    const project = sampleProject(folder());
    const run = await runSample(project, [project.lane('quick', { passing: PASSING })], { minutesLeft: 0 });
    expect(run.isFine).to.equal(false);
    expect(failuresIn(run)).to.deep.equal(['FAILED: quick: there is no time left']);
  });

  it('runs a file that wants servers again before it stops them', async () => {
    const project = sampleProject(folder());
    const told: string[] = [];
    const servers: Servers = {
      start: (names) => Promise.resolve(told.push(`start ${names.join(' ')}`) > 0),
      stopLeftovers: () => Promise.resolve(),
      stop: () => Promise.resolve(void told.push(`stop, seen ${existsSync(join(folder(), 'seen'))}`)),
    };
    const lanes = [
      project.lane('served', { flaky: FLAKY }, { servers: ['kafka'] }),
      project.lane('alone', { passing: PASSING }),
    ];
    const run = await runSample(project, lanes, { servers });
    expect(run.isFine).to.equal(true);
    expect(told).to.deep.equal(['start kafka', 'stop, seen true']);
    expect(secondTriesIn(run)).to.have.length(1);
  });

  it('tells what each lane took beside its budget', async () => {
    const project = sampleProject(folder());
    const { lines } = await runSample(project, [project.lane('quick', { passing: PASSING })]);
    expect(lines.find((line) => line.startsWith('quick '))).to.match(/^quick +0\.\d +1\.0$/);
    expect(lines.find((line) => line.startsWith('all '))).to.match(/^all +0\.\d +5\.0$/);
  });
});
