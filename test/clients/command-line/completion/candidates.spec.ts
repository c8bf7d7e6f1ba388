import { expect } from 'chai';
import { candidates } from '../../../../clients/command-line/completion/candidates.js';
import { VERBS } from '../../../../infra/compose/program/verbs.js';
import { archiveOf } from '../../../support/archive/archive-of.js';
import { collected } from '../../../support/collected.js';
import { lettersGroup } from '../../../support/archive/letters-archive.js';

describe('with what a word may go on', () => {
  const archive = archiveOf({
    containers: ['maps'],
    groups: {
      'letters/1911': lettersGroup(),
      'letters/1912': { versions: [{ files: { 'objects/a b.txt': 'a', 'objects/plan@v2': 'p' } }] },
    },
    jobs: [
      { id: 'http://localhost/jobs/hb5c', jobId: 'hb5c' },
      { id: 'http://localhost/jobs/vnw6', jobId: 'vnw6' },
    ] as never,
  });
  const found = (...words: string[]): Promise<string[]> =>
    collected(candidates(words, { verbs: VERBS, archive: () => Promise.resolve(archive) }));

  const cases: readonly (readonly [words: readonly string[], found: readonly string[]])[] = [
    [['rest'], ['restore']],
    [['--ve'], ['--version']],
    [['--data', ''], [':files']],
    [['restore', '--skip'], ['--skip-damaged']],
    [['ls', '--no-p'], ['--no-pager']],
    [['restore', 'letters/1911', '--to', 'ou'], [':files']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['tools', 'ch'], ['check']],
    [['login', ''], []],
    [['tools', 'bag', 's'], [':files']],
    [
      ['jobs', 'h'],
      ['hold', 'hb5c'],
    ],
    [
      ['jobs', 'follow', ''],
      ['hb5c', 'vnw6'],
    ],
    [
      ['ls', ''],
      ['letters/', 'maps/'],
    ],
    [['ls', 'let'], ['letters/']],
    [
      ['--data', 'd', 'log', '-q', 'letters/19'],
      ['letters/1911', 'letters/1912'],
    ],
    [['log', 'letters/1911'], ['letters/1911/']],
    [['log', 'letters/1911/pictures/th'], ['letters/1911/pictures/the mill.svg']],
    [['ls', 'letters/1911/pic'], ['letters/1911/pictures/']],
    [
      ['cat', 'letters/1912/'],
      ['letters/1912/a b.txt', 'letters/1912/plan@v2@'],
    ],
    [
      ['show', 'letters/1911@'],
      ['letters/1911@v2', 'letters/1911@v1'],
    ],
    [['show', 'letters/1911@v1'], ['letters/1911@v1']],
    [['diff', 'letters/1911', 'letters/1911@v2'], ['letters/1911@v2']],
    [
      ['restore', '--list', 'letters/1911/pictures/the mill.svg@'],
      ['letters/1911/pictures/the mill.svg@v2', 'letters/1911/pictures/the mill.svg@v1'],
    ],
    [['jobs', '--for', 'letters/1912'], ['letters/1912/']],
    [['ls', 'letters/1911', ''], []],
    [['ls', 'nothing/like/it'], []],
    [['commit', ''], []],
  ];
  for (const [words, expected] of cases)
    it(`is ${expected.join(', ') || 'nothing'} after "${words.join(' ')}"`, async () => {
      expect(await found(...words)).to.deep.equal(expected);
    });

  it('is any verb at first, but none that is for the program itself', async () => {
    expect(await found(''))
      .to.include.members(['ls', 'restore', 'completion'])
      .and.not.include('_complete');
  });
});
