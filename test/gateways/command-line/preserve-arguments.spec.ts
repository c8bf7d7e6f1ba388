import { expect } from 'chai';
import { readArguments, type PreserveArguments } from '../../../gateways/command-line/preserve-arguments.js';

const read = (...words: string[]): PreserveArguments | null => readArguments(words, () => undefined);
const fault = (...words: string[]): string => {
  try {
    read(...words);
  } catch (error) {
    return (error as Error).message;
  }
  return 'accepted';
};

describe('the words of the preserve command', () => {
  it('name a folder, a path and perhaps a display name', () => {
    expect(read('box', '--as', 'letters/1911')).to.deep.equal({
      folder: 'box',
      segments: ['letters', '1911'],
      name: null,
    });
    expect(read('--as=letters/1911', '--name', 'Letters of 1911', 'box')?.name).to.equal('Letters of 1911');
  });

  it('may begin and end the path with a slash, and escape what a slug cannot hold', () => {
    expect(read('box', '--as', '/letters/M%C3%BCller/')?.segments).to.deep.equal(['letters', 'M%C3%BCller']);
  });

  it('are asked for when they are missing, unknown or too many', () => {
    expect(fault()).to.match(/missing required argument 'folder'|required option/);
    expect(fault('box')).to.match(/^required option '--as <path>' not specified \(usage: /);
    expect(fault('box', '--as', 'a', '--fast')).to.match(/^unknown option '--fast'/);
    expect(fault('box', 'other', '--as', 'a')).to.match(/too many arguments/);
    expect(fault('', '--as', 'a')).to.match(/^The folder to preserve is missing/);
  });

  const cases: readonly [path: string, says: RegExp][] = [
    ['', /has 1 to 2000 characters/],
    ['/', /has 1 to 2000 characters/],
    ['letters//1911', /has 1 to 2000 characters/],
    ['letters/box 1', /Character\(s\) ' ' are not allowed in slugs\. Spaces are not allowed\./],
    ['letters/a?b#c', /Character\(s\) '\?', '#' are not allowed/],
    ['letters/Müller', /Character\(s\) 'ü' are not allowed/],
    ['letters/..', /'\.\.' is not allowed/],
    ['letters/%2e%2e', /'\.\.' is not allowed/],
    ['letters/a%2Fb', /slash/],
    ['letters/%FF', /percent-escaped UTF-8/],
    ['letters/100%', /'%'/],
    ['http://example.org/letters', /Character\(s\) ':'/],
    ['repository/1911', /reserved/],
  ];
  for (const [path, says] of cases) {
    it(`cannot give the path '${path}'`, () => {
      expect(fault('box', '--as', path))
        .to.match(says)
        .and.to.include(`--as ${path}`);
    });
  }

  it('can ask for help, which is no fault', () => {
    let shown = '';
    expect(readArguments(['--help'], (text) => (shown += text))).to.equal(null);
    expect(shown)
      .to.match(/Usage: preserve /)
      .and.to.match(/--as <path>/);
  });
});
