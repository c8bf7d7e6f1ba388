import { expect } from 'chai';
import fc from 'fast-check';
import {
  readArguments,
  type PreserveArguments,
} from '../../../../clients/command-line/arguments/preserve-arguments.js';
import { agentName } from '../../../../formats/agents/agent-name.js';
import { atDepth } from '../../../support/depth.js';

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
    expect(read('box', '--as', 'letters/1911')).to.deep.include({
      folder: 'box',
      segments: ['letters', '1911'],
      name: null,
      message: null,
      agent: null,
      dryRun: false,
      yes: false,
      keepWorkspace: false,
    });
    expect(read('box', '--as', 'letters', '--keep-workspace')?.keepWorkspace).to.equal(true);
    expect(read('--as=letters/1911', '--name', 'Letters of 1911', 'box')?.name).to.equal('Letters of 1911');
  });

  it('may begin and end the path with a slash, and escape what a slug cannot hold', () => {
    expect(read('box', '--as', '/letters/M%C3%BCller/')?.segments).to.deep.equal(['letters', 'M%C3%BCller']);
  });

  it('escape by themselves what a slug cannot hold', () => {
    const segments = (path: string): readonly string[] | undefined => read('box', '--as', path)?.segments;
    expect(segments('\u00c4rzteverein/1911 (a)')).to.deep.equal(['%C3%84rzteverein', '1911%20(a)']);
    expect(segments('letters/100%')).to.deep.equal(['letters', '100%25']);
    expect(segments('a?b#c/\u{1f48c}')).to.deep.equal(['a%3Fb-_-percent-23-_-c', '%F0%9F%92%8C']);
    expect(segments('M%C3%BCller & Sohn')).to.deep.equal(['M%C3%BCller%20%26%20Sohn']);
  });

  it('may say what the version says of itself, and whom it is of', () => {
    const words = ['box', '--as', 'a', '--message', 'Second box', '--agent', ' Clara '];
    expect(read(...words)).to.include({ message: 'Second box', agent: 'Clara' });
    expect(fault('box', '--as', 'a', '--message', ' ')).to.equal('--message is blank.');
    expect(fault('box', '--as', 'a', '--name', '')).to.equal('--name is blank.');
    expect(fault('box', '--as', 'a', '--agent', '..')).to.equal('--agent .. cannot be the name of an agent.');
  });

  it('may name an agent that the platform takes, and no other', () => {
    const odd = fc.constantFrom(
      '.',
      '..',
      ' ',
      '\u200b',
      '\u202e',
      '\u0007',
      '\ufffe',
      '\ud83d',
      '\u{1f48c}',
      'x'.repeat(128),
    );
    const text = fc.array(fc.oneof(odd, fc.string({ unit: 'binary' })), { maxLength: 3 }).map((some) => some.join(''));
    fc.assert(
      fc.property(text, (typed) => {
        const name = agentName(typed);
        const said = fault('box', '--as', 'a', `--agent=${typed}`);
        if (name === null) expect(said).to.equal(`--agent ${typed} cannot be the name of an agent.`);
        else expect(read('box', '--as', 'a', `--agent=${typed}`)?.agent).to.equal(name);
      }),
      { numRuns: atDepth(2_000) },
    );
  });

  it('may leave out what patterns name', () => {
    const exclusion = read('box', '--as', 'a', '--exclude', '*.tmp', '--exclude', 'drafts/')?.exclusion;
    expect(exclusion?.('b/c.tmp', 'file')).to.equal(true);
    expect(exclusion?.('drafts', 'folder')).to.equal(true);
    expect(exclusion?.('drafts', 'file')).to.equal(false);
    expect(fault('box', '--as', 'a', '--exclude', '/')).to.equal('--exclude / names nothing.');
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
    ['letters/..', /'\.\.' is not allowed/],
    ['letters/%2e%2e', /'\.\.' is not allowed/],
    ['letters/a%2Fb', /slash/],
    ['letters/%FF', /percent-escaped UTF-8/],
    ['http://example.org/letters', /has 1 to 2000 characters/],
    [`letters/${'\u00fc'.repeat(400)}`, /has 1 to 2000 characters/],
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
