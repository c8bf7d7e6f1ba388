import { Command } from 'commander';
import { expect } from 'chai';
import { CommandFault } from '../../../../../clients/command-line/command-fault.js';
import { HELP } from '../../../../../clients/command-line/verbs/preserve/help.js';
import {
  definePreserve,
  readPreserveOptions,
  type PreserveOptions,
} from '../../../../../clients/command-line/verbs/preserve/options.js';

const read = (...words: string[]): PreserveOptions => {
  const command = new Command('preserve').exitOverride();
  definePreserve(command);
  command.parse(words, { from: 'user' });
  return readPreserveOptions(command.args, command.opts());
};

describe('the words of preserve', () => {
  it('name a folder and a group', () => {
    expect(read('scans', '--as', 'letters/1911')).to.deep.include({
      ...{ source: { kind: 'folder', path: 'scans' }, as: 'letters/1911', message: null, agent: null },
      answers: { yes: false, expectDeleted: null, acceptInfected: [] },
    });
  });

  it('name a list in place of a folder', () => {
    expect(read('--from0', '-', '--as', 'a').source).to.deep.equal({ kind: 'list', path: '-', separator: '\0' });
    expect(read('--from', 'list.txt', '--as', 'a').source).to.deep.equal({
      ...{ kind: 'list', path: 'list.txt', separator: '\n' },
    });
  });

  for (const [words, message] of [
    [['--as', 'a'], /^The folder to preserve is missing\.$/],
    [['scans', '--from', 'x', '--as', 'a'], /^Choose one of a folder, --from and --from0\.$/],
    [['--from', 'x'], /^--as <group> is missing: /],
    [['scans', '--as', 'a//b'], /^--as a\/\/b is not the path of a group\. /],
    [['scans', '--as', '..'], /^--as \.\. is not the path of a group\. /],
    [['scans', '--as', 'a', '-m', ' '], /^--message is blank\.$/],
    [['scans', '--as', 'a', '--name', ''], /^--name is blank\.$/],
    [['scans', '--as', 'a', '--agent', '..'], /^--agent \.\. cannot be the name of an agent\.$/],
    [['scans', '--as', 'a', '--agent', 'a\u202eb'], /cannot be the name of an agent\.$/],
    [['scans', '--as', 'a', '--expect-deleted', 'all'], /^--expect-deleted is a number of files, not "all"\.$/],
  ] as const)
    it(`are refused: ${words.join(' ')}`, () => {
      expect(() => read(...words)).to.throw(CommandFault, message);
    });

  it('are those of the help', () => {
    const command = new Command('preserve');
    definePreserve(command);
    for (const { long } of command.options) expect(HELP).to.contain(`${long} `);
  });
});
