import { join } from 'node:path';
import { expect } from 'chai';
import { siegfried } from '../../../infra/tools/siegfried/siegfried.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { shellCommand, standIns } from '../../support/tools/stand-in.js';
import { anyCall, collected, failureOf, toolsConfig, writeFiles } from '../../support/tools/tool-files.js';
import { identifierContract } from './tools.contract.js';

describe('Siegfried, played by a stand-in', () => {
  const folder = temporaryFolder();
  const made = () => {
    const config = toolsConfig(standIns(join(folder(), 'bin'), 'sf'));
    return siegfried(config, config);
  };

  identifierContract(made);

  it('keeps each match of a file', async () => {
    const [result] = await collected(made().identify(writeFiles(folder(), ['a']), anyCall()));
    expect(result?.matches.map(({ namespace, basis }) => [namespace, basis])).to.deep.equal([
      ['pronom', 'text match ASCII, with a comma'],
      ['tika', ''],
    ]);
  });

  for (const [name, what] of [
    ['dies', 'ended with 137'],
    ['half a line', 'values for'],
    ['another file', 'which it was not asked for'],
  ] as const)
    it(`is a failure of the tool where it meets: ${name}`, async () => {
      const failure = await failureOf(collected(made().identify(writeFiles(folder(), ['a', name, 'z']), anyCall())));
      expect(failure).to.include({ name: 'ToolFailure', tool: 'siegfried', kind: 'failed' });
      expect(failure).to.have.property('message').that.contains(what);
    });

  it('is a failure of the tool where it ends without a word', async () => {
    const config = toolsConfig(shellCommand(join(folder(), 'bin'), 'sf', 'cat >/dev/null'));
    const failure = await failureOf(
      collected(siegfried(config, config).identify(writeFiles(folder(), ['a']), anyCall())),
    );
    expect(failure).to.have.property('message').that.contains('without a result for 1 files');
  });

  it('says how to get it where it is missing', async () => {
    const config = toolsConfig('', { MUNIMENT_TOOL_SIEGFRIED: 'no-such-sf', MUNIMENT_TOOL_PYTHON: 'no-such-python' });
    const failure = await failureOf(siegfried(config, config).version(anyCall()));
    expect(failure).to.include({ name: 'ToolFailure', kind: 'missing' });
    expect(failure).to.have.property('message').that.contains('npm run tools -- install');
  });
});
