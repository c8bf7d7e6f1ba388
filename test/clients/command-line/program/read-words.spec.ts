import { expect } from 'chai';
import { CommandFault } from '../../../../clients/command-line/command-fault.js';
import { readWords, splitWords } from '../../../../clients/command-line/program/read-words.js';
import type { Verb } from '../../../../clients/command-line/program/verb.js';

const restore: Verb = {
  name: 'restore',
  kind: 'lines',
  help: '',
  define: (command) => {
    command.argument('<path>').requiredOption('--to <place>').option('--list').option('-m, --message <text>');
  },
  run: () => Promise.resolve({ code: 0, summary: {} }),
};

const common = { server: null, data: null, json: false, quiet: false, waitMs: null, pager: true, color: true };

describe('the words of a verb', () => {
  it('are its arguments and options, and those of every verb, in any order', () => {
    expect(readWords(restore, ['--data', 'd', 'letters', '-q', '--to', 'out', '--wait', '5min'])).to.deep.equal({
      kind: 'run',
      args: ['letters'],
      options: { to: 'out' },
      common: { ...common, data: 'd', quiet: true, waitMs: 300_000 },
    });
    expect(readWords(restore, ['--json', '--no-pager', '--no-color', '--to=out', '--list', '--', '-a'])).to.deep.equal({
      kind: 'run',
      args: ['-a'],
      options: { to: 'out', list: true },
      common: { ...common, json: true, pager: false, color: false },
    });
  });

  it('may ask for help only, whatever else is missing', () => {
    for (const words of [['--help'], ['-h', '--to'], ['letters', '-h', 'x', 'y']])
      expect(readWords(restore, words)).to.deep.equal({ kind: 'help' });
    expect(readWords(restore, ['--to', 'out', '--', '-h'])).to.include({ kind: 'run' });
  });

  it('wait up to twelve hours for an archive that is in use', () => {
    const wait = (time: string): unknown => {
      const asked = readWords(restore, ['a', '--to', 'b', '--wait', time]);
      return asked.kind === 'run' && asked.common.waitMs;
    };
    expect(['0', '30', '30s', '1h', '12h'].map(wait)).to.deep.equal([0, 30_000, 30_000, 3_600_000, 43_200_000]);
    for (const time of ['13h', 'soon', '-1', '1d']) expect(() => wait(time)).to.throw('--wait is a time');
  });

  const refused: readonly (readonly [words: readonly string[], said: string])[] = [
    [['a', '--too', 'out'], 'There is no option "--too" of restore. Did you mean --to?'],
    [['a', '--jsom', '--to', 'out'], 'There is no option "--jsom" of restore. Did you mean --json?'],
    [['a', '--frobnicate'], 'There is no option "--frobnicate" of restore.'],
    [['--to', 'out'], 'restore needs <path>.'],
    [['a'], 'restore needs --to <place>.'],
    [['a', '--to'], 'The value of --to <place> is missing.'],
    [['a', '--to', 'b', '-m'], 'The value of --message <text> is missing.'],
    [
      ['my', 'letters', '--to', 'out'],
      'restore takes fewer words: "letters" is too many. Paths with spaces need quotes.',
    ],
    [['a', '--to', 'b', '--data', ''], '--data names no folder.'],
    [['a', '--to', 'b', '--server', ''], '--server names no address.'],
  ];
  for (const [words, said] of refused)
    it(`are refused as "${words.join(' ')}"`, () => {
      let thrown: unknown;
      try {
        readWords(restore, words);
      } catch (error) {
        thrown = error;
      }
      expect(thrown).to.be.instanceOf(CommandFault).with.property('message', said);
      expect((thrown as CommandFault).about.exit).to.equal(2);
    });
});

describe('the verb among the words', () => {
  it('is the first that is no option of every verb', () => {
    expect(splitWords(['--data', 'ls', '-q', 'log', 'letters'])).to.deep.equal({
      verb: 'log',
      others: ['--data', 'ls', '-q', 'letters'],
    });
    expect(splitWords(['--server=http://a', 'ls'])).to.deep.equal({ verb: 'ls', others: ['--server=http://a'] });
  });

  it('is missing where there are options only', () => {
    expect(splitWords([])).to.deep.equal({ verb: null, others: [] });
    expect(splitWords(['--version'])).to.deep.equal({ verb: null, others: ['--version'] });
    expect(splitWords(['--data'])).to.deep.equal({ verb: null, others: ['--data'] });
  });
});
