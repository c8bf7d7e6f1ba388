import { expect } from 'chai';
import { readTypedPath, typedPathText } from '../../../../clients/command-line/program/archive-path.js';

describe('a path that is typed', () => {
  const SERVER = 'https://archive.example.org/base';
  const cases: readonly [word: string, path: string, version: number | null][] = [
    ['letters/1911', 'letters/1911', null],
    ['letters/1911/', 'letters/1911', null],
    ['letters/1911@v2', 'letters/1911', 2],
    ['letters/1911@', 'letters/1911', null],
    ['letters/1911/Brief an Clara.txt@v1', 'letters/1911/Brief an Clara.txt', 1],
    ['letters/100 % #7?.txt', 'letters/100 % #7?.txt', null],
    ['letters/ada@example.org.eml', 'letters/ada@example.org.eml', null],
    ['plan@v2@', 'plan@v2', null],
    ['plan@v2@v1', 'plan@v2', 1],
    ['plan@@', 'plan@', null],
    ['a\nb@v3', 'a\nb', 3],
    ['', '', null],
    ['/', '', null],
    [`${SERVER}/repository/letters/Brief%20an%20Clara%40v1.txt`, 'letters/Brief an Clara@v1.txt', null],
    [`${SERVER}/repository/letters/1911?version=v2@v1`, 'letters/1911', 1],
    [`${SERVER}/repository`, '', null],
  ];
  for (const [word, path, version] of cases) {
    it(`is ${JSON.stringify(path)} in version ${version ?? 'newest'} for ${JSON.stringify(word)}`, () => {
      expect(readTypedPath(word, SERVER)).to.deep.equal({ path, version });
    });
  }

  it('may be an address of any archive where none is known', () => {
    expect(readTypedPath('http://localhost:8080/repository/letters/a%20b').path).to.equal('letters/a b');
  });

  const refused: readonly [word: string, said: string][] = [
    ['./letters', 'is of this computer'],
    ['~/letters', 'is of this computer'],
    ['/home/ada', 'is of this computer'],
    ['letters//1911', 'A path segment is empty.'],
    ['letters/../1911', "'..' is not allowed"],
    ['https://other.example.org/repository/letters', `begins with ${SERVER}/repository/`],
    [`${SERVER}/repository/letters/%ff`, 'not a valid percent-escaped'],
    [`${SERVER}/deposits/letters`, `begins with ${SERVER}/repository/`],
  ];
  for (const [word, said] of refused) {
    it(`is refused for ${word}`, () => {
      expect(() => readTypedPath(word, SERVER))
        .to.throw(said)
        .with.property('about')
        .that.includes({ exit: 2 });
    });
  }

  it('is printed so that it is read as the same', () => {
    for (const path of ['letters/1911', 'plan@v2', 'plan@', 'a@b'])
      for (const version of [null, 7]) {
        const text = typedPathText(path, version);
        expect(readTypedPath(text), text).to.deep.equal({ path, version });
      }
    expect(typedPathText('plan@v2')).to.equal('plan@v2@');
    expect(typedPathText('ada@example.org')).to.equal('ada@example.org');
  });
});
