import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { listed, printable, shownName } from '../../../../clients/command-line/output/printable.js';

describe('a name as it is shown', () => {
  const ODD = 'a\nb\tc\u001b[31m\u007f\u0085\u202e\u2066\u061c\'"\\ ü手$x';

  it('is the name itself where it has letters of any script, quotes or invisible joiners', () => {
    for (const name of ['Brief an Jürgen.txt', '手紙', 'שלום', '\u{1f469}\u200d\u{1f467}', `it's "so" \\ $HOME`])
      expect(shownName(name)).to.equal(name);
  });

  it('has controls and changes of direction escaped, as bash reads them', () => {
    expect(shownName('a\nb')).to.equal("$'a\\nb'");
    expect(shownName('x\u202ey\u001b')).to.equal("$'x\\u202ey\\x1b'");
    expect(shownName("it's\r")).to.equal("$'it\\'s\\r'");
  });

  it('is read by bash as the name', () => {
    const { stdout } = spawnSync('bash', ['-c', `printf %s ${shownName(ODD)}`], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    });
    expect(stdout).to.equal(ODD);
  });

  it('is named in a sentence, with the number of those that are not', () => {
    expect(listed(['a', 'b\n', 'c'], 2)).to.equal("a, $'b\\n' and 1 more");
    expect(printable('said: \u001b[2K')).to.equal('said: \\x1b[2K');
  });
});
