import { expect } from 'chai';
import { typedLine } from '../../../../clients/command-line/completion/typed-line.js';

/** As bash has them. */
const BREAKS = ' \t\n"\'@><=;|&(:';

describe('a line that is being typed in bash', () => {
  const texts = (line: string): string[] => typedLine(line, BREAKS).map(({ text }) => text);

  it('has its words without quotes, the last one where the cursor is', () => {
    expect(texts('muniment ls letters/19')).to.deep.equal(['muniment', 'ls', 'letters/19']);
    expect(texts('muniment ls ')).to.deep.equal(['muniment', 'ls', '']);
    expect(texts(String.raw`muniment cat Brief\ an\ Cl`)).to.deep.equal(['muniment', 'cat', 'Brief an Cl']);
    expect(texts(`muniment cat "it's $x" 'a "b"' `)).to.deep.equal(['muniment', 'cat', `it's $x`, 'a "b"', '']);
    expect(texts(String.raw`cat $'a\nb\'c' "a\"b\c"`)).to.deep.equal(['cat', `a\nb'c`, String.raw`a"b\c`]);
  });

  it('may end within quotes', () => {
    expect(texts(`muniment cat "Brief an`)).to.deep.equal(['muniment', 'cat', 'Brief an']);
    expect(texts(`muniment cat 'Brief an`)).to.deep.equal(['muniment', 'cat', 'Brief an']);
    expect(texts('muniment cat ab\\')).to.deep.equal(['muniment', 'cat', 'ab']);
  });

  it('is never run', () => {
    expect(texts('muniment ls $(rm -rf .) `x`')).to.deep.equal(['muniment', 'ls', '$(rm', '-rf', '.)', '`x`']);
  });

  it('tells where the shell breaks the last word', () => {
    const broken = (line: string): number | undefined => typedLine(line, BREAKS).at(-1)?.broken;
    expect(broken('muniment log letters/1911@v')).to.equal('letters/1911@'.length);
    expect(broken('muniment ls --data=d')).to.equal('--data='.length);
    expect(broken('muniment log "a@b')).to.equal(0);
    expect(broken(String.raw`muniment log a\@b`)).to.equal(0);
  });
});
