import { expect } from 'chai';
import type { Verb } from '../../../../clients/command-line/program/verb.js';
import { completion } from '../../../../clients/command-line/completion/completion.js';
import { completing } from '../../../../infra/compose/program/completing.js';
import { checkedDocument } from '../../../support/command-line/json-schema.js';
import { runInProgram } from '../../../support/command-line/run-in-program.js';

describe('the answers to the scripts of completion', () => {
  const looking: Verb = {
    name: 'look',
    kind: 'lines',
    help: '',
    define: (command) => void command.argument('<path>').option('--as <form>'),
    run: () => Promise.reject(new Error('is never run')),
  };
  const verb = completing({
    look: { load: () => Promise.resolve(looking) },
    _own: { load: () => Promise.reject(new Error()) },
  });
  const answer = async (...words: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runInProgram(verb, words, { environment: { XDG_CONFIG_HOME: '/nowhere' } });
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    return stdout;
  };

  it('are words for a list of words, and the rest of one for a line', async () => {
    expect(await answer('--', 'look', '--a')).to.equal('--as\n');
    expect(await answer('--line=muniment look --as=', '--breaks==')).to.equal('');
    expect(await answer('--line=muniment l', '--breaks= ')).to.equal('look\n');
  });

  it('are none where an archive would have to be opened for longer than a third of a second after the start', async () => {
    expect(performance.now()).to.be.above(300);
    expect(await answer('--', 'look', 'letters/')).to.equal('');
  });
});

describe('muniment completion', () => {
  it('prints the script of a shell, which tells first how to load it', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { code, stdout } = await runInProgram(completion, [shell]);
      expect(code).to.equal(0);
      expect(stdout.split('\n').slice(0, 3).join('\n')).to.contain(`muniment completion ${shell}`);
      expect(checkedDocument('completion', (await runInProgram(completion, [shell, '--json'])).stdout)).to.deep.include(
        {
          ok: true,
          shell,
          script: stdout,
        },
      );
    }
  });

  it('has none for other shells', async () => {
    const { code, stdout } = await runInProgram(completion, ['bsh', '--json']);
    expect(code).to.equal(2);
    expect(checkedDocument('completion', stdout)).to.have.nested.property(
      'error.message',
      'There is no completion for "bsh", only for bash, zsh and fish. Did you mean bash?',
    );
  });
});
