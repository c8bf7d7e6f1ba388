import { expect } from 'chai';
import { A, bagWith, declared, digest, FINE, found, NONE, problemsOf } from './small-bags.js';

describe('the manifests of a bag', () => {
  it('are one at least', async () => {
    const { 'bagit.txt': declaration } = bagWith({});
    expect(await problemsOf({ 'bagit.txt': declaration!, 'data/a': 'a' })).to.deep.equal(['manifest-missing ']);
  });

  it('may be of several algorithms, which must all agree', async () => {
    const files = Object.fromEntries(
      ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512'].map((algorithm) => [
        `manifest-${algorithm}.txt`,
        `${digest('a', algorithm).toUpperCase()}  data/a\n`,
      ]),
    );
    expect(await found(bagWith(files))).to.deep.equal(FINE);
    const wrong = { ...files, 'manifest-sha1.txt': `${digest('b', 'sha1')} data/a` };
    expect(await problemsOf(bagWith(wrong))).to.deep.equal(['digest-mismatch data/a']);
  });

  it('of an algorithm that is not supported are a problem, whose files count as listed', async () =>
    expect(
      await problemsOf({ 'bagit.txt': declared('1.0'), 'data/a': 'a', 'manifest-whirlpool.txt': 'abcd  data/a\n' }),
    ).to.deep.equal(['algorithm-unsupported manifest-whirlpool.txt']));

  it('name each file since 1.0; before, each file is in one of them', async () => {
    const second = { 'data/b': 'a', 'manifest-md5.txt': `${digest('a', 'md5')}  data/b\n` };
    expect(await problemsOf(bagWith(second, '0.97'))).to.deep.equal([]);
    expect(await problemsOf(bagWith(second))).to.deep.equal([
      'file-not-in-every-manifest data/a',
      'file-not-in-every-manifest data/b',
    ]);
  });

  it('name files that are there', async () =>
    expect(await problemsOf(bagWith({ 'manifest-sha256.txt': `${A} data/a\n${A} data/b\n` }))).to.deep.equal([
      'file-missing data/b',
    ]));

  it('may have any line ends, a byte-order mark and blank lines', async () => {
    for (const end of ['\n', '\r\n', '\r'])
      expect(
        await found(bagWith({ 'data/b ': '', 'manifest-sha256.txt': `${A}\tdata/a${end}${end}${NONE} data/b ` })),
      ).to.deep.equal(FINE);
    expect(await found(bagWith({ 'manifest-sha256.txt': `\ufeff${A} data/a` }))).to.deep.equal({
      problems: [],
      warnings: ['byte-order-mark manifest-sha256.txt'],
    });
  });

  it('are in UTF-8 where they begin with its byte-order mark, whatever bagit.txt says', async () => {
    const declared = 'BagIt-Version: 1.0\nTag-File-Character-Encoding: ISO-8859-1\n';
    const manifest = `\ufeff${A} data/a\n${NONE} data/é\n`;
    expect(
      await found(bagWith({ 'data/é': '', 'bagit.txt': declared, 'manifest-sha256.txt': manifest })),
    ).to.deep.equal({
      problems: [],
      warnings: ['byte-order-mark manifest-sha256.txt'],
    });
  });

  it('have nothing but digests and paths in their lines', async () =>
    expect(
      await problemsOf(bagWith({ 'manifest-sha256.txt': `${A} data/a\njunk\n${A}\nabc  data/b\n`, 'data/b': '' })),
    ).to.deep.equal([
      'digest-malformed data/b',
      'line-malformed manifest-sha256.txt',
      'line-malformed manifest-sha256.txt',
    ]));

  it('name a file once: twice is a warning before 1.0, and a problem since, or where the digests differ', async () => {
    const twice = { 'manifest-sha256.txt': `${A} data/a\n${A} ./data/a\n` };
    expect((await found(bagWith(twice, '0.97'))).problems).to.deep.equal([]);
    expect(await problemsOf(bagWith(twice))).to.deep.equal(['path-listed-twice data/a']);
    const differing = { 'manifest-sha256.txt': `${A} data/a\n${NONE} data/a\n` };
    expect(await problemsOf(bagWith(differing, '0.97'))).to.deep.equal(['digests-differ data/a']);
  });

  it('may differ from the files in Unicode normalisation, with a warning', async () => {
    const [composed, decomposed] = ['data/é', 'data/é'].map((path, index) =>
      path.normalize(index === 0 ? 'NFC' : 'NFD'),
    );
    for (const [onDisk, named] of [
      [composed!, decomposed!],
      [decomposed!, composed!],
    ] as const)
      expect(
        await found(bagWith({ [onDisk]: '', 'manifest-sha256.txt': `${A} data/a\n${NONE} ${named}\n` })),
      ).to.deep.equal({
        problems: [],
        warnings: [`paths-differ-by-normalisation ${onDisk}`],
      });
  });

  it('may have backslashes between the names, with a warning', async () => {
    const named = { 'data/b/c': '', 'manifest-sha256.txt': `${A} data/a\n${NONE} data\\b\\c\n` };
    expect(await found(bagWith(named))).to.deep.equal({
      problems: [],
      warnings: ['path-with-backslash data/b/c'],
    });
    const literal = { 'data/b\\c': '', 'manifest-sha256.txt': `${A} data/a\n${NONE} data/b\\c\n` };
    expect(await found(bagWith(literal))).to.deep.equal(FINE);
    const gone = { 'manifest-sha256.txt': `${A} data/a\n${NONE} data\\gone\n` };
    expect(await problemsOf(bagWith(gone))).to.deep.equal(['path-outside-payload manifest-sha256.txt']);
  });

  it('may encode the percent sign before 1.0, with a warning', async () => {
    const named = { 'data/b%c': '', 'manifest-sha256.txt': `${A} data/a\n${NONE} data/b%25c\n` };
    expect(await found(bagWith(named, '0.97'))).to.deep.equal({
      problems: [],
      warnings: ['path-encoded-otherwise data/b%c'],
    });
  });

  it('tell apart two files that differ in Unicode normalisation only', async () => {
    const [composed, decomposed] = ['data/é'.normalize('NFC'), 'data/é'.normalize('NFD')];
    const { problems } = await found(
      bagWith({
        [composed]: '',
        [decomposed]: 'a',
        'manifest-sha256.txt': `${A} data/a\n${NONE} ${composed}\n${A} ${decomposed}\n`,
      }),
    );
    expect(problems).to.deep.equal([]);
  });

  it('warn of two files whose names differ in normalisation or in casing, each as such', async () => {
    const [composed, decomposed] = ['data/é'.normalize('NFC'), 'data/é'.normalize('NFD')];
    const paths = [composed, decomposed, 'data/É'.normalize('NFC'), 'data/a', 'data/A'];
    const manifest = paths.map((path) => `${A} ${path}\n`).join('');
    const files = Object.fromEntries(paths.map((path) => [path, 'a']));
    expect((await found(bagWith({ ...files, 'manifest-sha256.txt': manifest }))).warnings).to.deep.equal([
      'paths-differ-by-case data/A',
      `paths-differ-by-normalisation ${decomposed}`,
      `paths-differ-by-case ${'data/É'.normalize('NFC')}`,
    ]);
  });

  it('of tag files are checked like those of the payload', async () => {
    const fine = { 'notes/x.txt': 'a', 'tagmanifest-sha256.txt': `${A} notes/x.txt\n` };
    expect(await found(bagWith(fine))).to.deep.equal(FINE);
    expect(await problemsOf(bagWith({ ...fine, 'notes/x.txt': 'b' }))).to.deep.equal(['digest-mismatch notes/x.txt']);
    const gone = { 'tagmanifest-sha256.txt': `${A} notes/x.txt\n` };
    expect(await problemsOf(bagWith(gone))).to.deep.equal(['file-missing notes/x.txt']);
  });

  it('of tag files name no payload and no tag manifests since 1.0', async () => {
    const named = { 'tagmanifest-sha256.txt': `${A} data/a\n` };
    expect(await found(bagWith(named, '0.97'))).to.deep.equal({
      problems: [],
      warnings: ['path-not-of-a-tag-file tagmanifest-sha256.txt'],
    });
    expect(await problemsOf(bagWith(named))).to.deep.equal(['path-not-of-a-tag-file tagmanifest-sha256.txt']);
  });
});

describe('a path in a manifest', () => {
  it('has line ends and percent signs encoded since 1.0', async () => {
    const files = { 'data/a\nb\r%41': '', 'manifest-sha256.txt': `${A} data/a\n${NONE} data/a%0ab%0D%2541\n` };
    expect(await found(bagWith(files))).to.deep.equal(FINE);
  });

  it('has its percent signs as they are before 1.0', async () => {
    const files = { 'data/%25\n': '', 'manifest-sha256.txt': `${A} data/a\n${NONE} data/%25%0A\n` };
    expect(await found(bagWith(files, '0.97'))).to.deep.equal(FINE);
  });

  it('that nobody decodes is found all the same: a problem since 1.0', async () => {
    const files = { 'data/%0A': '', 'manifest-sha256.txt': `${A} data/a\n${NONE} data/%0A\n` };
    expect(await found(bagWith(files, '0.97'))).to.deep.equal(FINE);
    expect(await problemsOf(bagWith(files))).to.deep.equal(['percent-not-encoded data/%0A']);
  });

  it('with a percent sign that is not encoded is a problem since 1.0', async () =>
    expect(
      await problemsOf(bagWith({ 'data/5% of': '', 'manifest-sha256.txt': `${A} data/a\n${NONE} data/5% of` })),
    ).to.deep.equal(['percent-not-encoded data/5% of']));

  for (const path of [
    '/etc/passwd',
    '~/x',
    '~root/x',
    '../x',
    'data/../../x',
    'data/..',
    'data/..\\..\\x',
    'C:\\x',
    'c:x',
    '\\\\server\\x',
    '%HomeDrive%\\x',
    'data/a\0b',
  ])
    it(`is unsafe on some system: ${JSON.stringify(path)}`, async () => {
      const line = `${A} ${path}\n`;
      for (const manifest of ['manifest-sha256.txt', 'tagmanifest-sha256.txt'])
        expect(
          await problemsOf(
            bagWith({ 'manifest-sha256.txt': `${A} data/a\n`, [manifest]: `${A} data/a\n${line}` }, '0.97'),
          ),
          manifest,
        ).to.include(`path-unsafe ${manifest}`);
      expect(await problemsOf(bagWith({ 'fetch.txt': `http://x.example - ${path}` }))).to.include(
        'path-unsafe fetch.txt',
      );
    });

  it('of the payload is below data/', async () =>
    expect(await problemsOf(bagWith({ 'manifest-sha256.txt': `${A} data/a\n${A} database/x\n` }))).to.deep.equal([
      'path-outside-payload manifest-sha256.txt',
    ]));

  it('may have two dots in a name', async () =>
    expect(
      await found(bagWith({ 'data/a..b': '', 'manifest-sha256.txt': `${A} data/a\n${NONE} data/a..b` })),
    ).to.deep.equal(FINE));
});
