import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { SHELLS } from '../../../../clients/command-line/completion/shells.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const has = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0;

const skipUnless = (shell: string) =>
  function (this: Mocha.Context): void {
    if (has(shell)) return;
    console.log(`      SKIPPED: there is no ${shell} here`);
    this.skip();
  };

describe('the script of completion', () => {
  const folder = temporaryFolder();

  /** A program that answers with these lines, and keeps the words that it got. */
  const answering = (...lines: readonly string[]): string => {
    const bin = join(folder(), 'bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(
      join(bin, 'muniment'),
      `#!/bin/sh\nprintf '%s\\n' "$@" > '${join(folder(), 'asked')}'\ncat <<'END'\n${lines.join('\n')}\nEND\n`,
    );
    chmodSync(join(bin, 'muniment'), 0o755);
    return bin;
  };

  describe('for bash', () => {
    before(skipUnless('bash'));

    /** What bash has to choose from after a line, and the words with which the program was asked. */
    const completed = (line: string, bin: string): { replies: string[]; asked: string[] } => {
      const words = line.split(' ');
      const script = `
        ${SHELLS.bash}
        compopt() { echo "option $*"; }
        COMP_LINE=$1 COMP_POINT=\${#1} COMP_WORDBREAKS=$' @:=' COMP_CWORD=${words.length - 1}
        _muniment
        printf '%s\\n' "\${COMPREPLY[@]}"
        echo ---
        cat '${join(folder(), 'asked')}'
      `;
      const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script, 'bash', line], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH: `${bin}:${process.env['PATH'] ?? ''}`, LC_ALL: 'C.UTF-8' },
      });
      expect(stderr).to.equal('');
      const [replies = '', asked = ''] = stdout.split('---\n');
      return { replies: replies.split('\n').slice(0, -1), asked: asked.split('\n').slice(0, -1) };
    };

    it('asks the program with the whole line, and offers its answers as they are', () => {
      const line = 'muniment cat letters/1911/Brief\\ an\\ Jü';
      const { replies, asked } = completed(line, answering('letters/1911/Brief an Jürgen.txt', 'letters/1911/a*b'));
      expect(replies).to.deep.equal(['letters/1911/Brief an Jürgen.txt', 'letters/1911/a*b']);
      expect(asked).to.deep.equal(['_complete', `--line=${line}`, '--breaks= @:=']);
    });

    it('adds no space after a folder, and leaves files of this computer to the shell', () => {
      expect(completed('muniment ls let', answering('letters/')).replies).to.deep.equal([
        'option -o nospace',
        'letters/',
      ]);
      expect(completed('muniment --data d', answering(':files')).replies).to.deep.equal(['option -o default', '']);
    });

    it('is the one of the program muniment', () => {
      const { stdout } = spawnSync('bash', ['-c', `${SHELLS.bash}\ncomplete -p muniment`], { encoding: 'utf8' });
      expect(stdout).to.equal('complete -o filenames -F _muniment muniment\n');
    });
  });

  for (const shell of ['zsh', 'fish'] as const) {
    describe(`for ${shell}`, () => {
      before(skipUnless(shell));

      it('is read by it', () => {
        const { status, stderr } = spawnSync(shell, ['--no-execute', '-c', SHELLS[shell]], { encoding: 'utf8' });
        expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
      });
    });
  }
});
