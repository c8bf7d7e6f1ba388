import { expect } from 'chai';
import { validateBag } from '../../../formats/bagit/validate-bag.js';
import { memoryBag, type BagContent } from './memory-bag.js';
import { A, bagWith, declared, digest, FINE, found, problemsOf } from './small-bags.js';

describe('a bag', () => {
  it('is valid where each file has the digest that its manifest gives', async () =>
    expect(await validateBag(memoryBag(bagWith({})))).to.deep.equal({
      version: '1.0',
      problems: [],
      problemCount: 0,
      warnings: [],
      warningCount: 0,
    }));

  it('has all of its problems told, with a message for people', async () => {
    const { problems } = await validateBag(
      memoryBag(bagWith({ 'data/a': 'b', 'data/c': '', 'bag-info.txt': 'Payload-Oxum: 1.1' })),
    );
    expect(problems).to.deep.equal([
      { code: 'oxum-mismatch', path: 'bag-info.txt', message: 'Payload-Oxum is "1.1"; the payload has "1.2".' },
      {
        code: 'digest-mismatch',
        path: 'data/a',
        message: `Its sha256 is ${digest('b')}, while manifest-sha256.txt says ${A}.`,
      },
      { code: 'file-unlisted', path: 'data/c', message: 'No payload manifest names it.' },
    ]);
  });

  it('with more problems than the limit has the first of them told, and all counted', async () => {
    const more = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`data/more/${index}`, '']));
    const { problems, problemCount } = await validateBag(memoryBag(bagWith(more)), { findings: 7 });
    expect([problems.length, problemCount]).to.deep.equal([7, 30]);
  });

  it('is read no further when the signal aborts', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    const error = await validateBag(memoryBag(bagWith({})), { signal }).catch((reason: unknown) => reason);
    expect(error).to.have.property('message', 'enough');
  });

  it('that cannot be read is not judged', async () => {
    const { list } = memoryBag(bagWith({}));
    const open = async function* (): AsyncGenerator<Uint8Array> {
      throw await Promise.resolve(new Error('the store is away'));
    };
    const error = await validateBag({ list, open }).catch((reason: unknown) => reason);
    expect(error).to.have.property('message', 'the store is away');
  });

  it('may have folders in its listing', async () =>
    expect(await found(bagWith({ 'data/empty/': '' }))).to.deep.equal(FINE));

  it('has a file where a listed folder has bytes', async () =>
    expect(await problemsOf(bagWith({ 'data/b/': 'twelve bytes' }))).to.deep.equal(['file-unlisted data/b/']));
});

describe('the declaration of a bag', () => {
  it('names a version that is known', async () => {
    expect(await problemsOf(bagWith({}, '2.0'))).to.deep.equal(['version-unsupported bagit.txt']);
    expect(await problemsOf(bagWith({}, '0.97'))).to.deep.equal([]);
  });

  it('names an encoding that is known, else the rest is read as UTF-8', async () =>
    expect(await problemsOf(bagWith({ 'bagit.txt': declared('1.0', 'KLINGON') }))).to.deep.equal([
      'encoding-unsupported bagit.txt',
    ]));

  it('has no byte-order mark, even where the version is of old', async () =>
    expect(await problemsOf(bagWith({ 'bagit.txt': `\ufeff${declared('0.97')}` }))).to.include(
      'byte-order-mark bagit.txt',
    ));

  it('may have any line ends, or none at its end', async () => {
    for (const text of [
      declared('1.0').replaceAll('\n', '\r\n'),
      declared('1.0').replaceAll('\n', '\r'),
      declared('1.0').trimEnd(),
    ])
      expect(await problemsOf(bagWith({ 'bagit.txt': text }))).to.deep.equal([]);
  });

  it('has white space in one place only: a warning before 1.0, a problem since', async () => {
    const spaced = (version: string): string => declared(version).replace(':', ' :');
    expect(await found(bagWith({ 'bagit.txt': spaced('0.97') }))).to.deep.equal({
      problems: [],
      warnings: ['declaration-malformed bagit.txt'],
    });
    expect(await problemsOf(bagWith({ 'bagit.txt': spaced('1.0') }))).to.deep.equal([
      'declaration-malformed bagit.txt',
    ]);
  });

  it('has two lines and no more', async () =>
    expect(await problemsOf(bagWith({ 'bagit.txt': `${declared('1.0')}Note: x\n` }))).to.deep.equal([
      'declaration-malformed bagit.txt',
    ]));

  it('holds for the manifests: those in Latin-1 are read as such', async () =>
    expect(
      await found({
        'bagit.txt': declared('1.0', 'ISO-8859-1'),
        'data/ü': 'a',
        'manifest-sha256.txt': Buffer.from(`${A}  data/ü\n`, 'latin1'),
      }),
    ).to.deep.equal(FINE));

  it('holds for the manifests: text that is not in UTF-8 is a problem where it says so', async () =>
    expect(
      await problemsOf(bagWith({ 'data/ü': 'a', 'manifest-sha256.txt': Buffer.from(`${A}  data/ü\n`, 'latin1') })),
    ).to.include('undecodable-text manifest-sha256.txt'));
});

describe('fetch.txt', () => {
  const manifest = { 'manifest-sha256.txt': `${A} data/a\n${A} data/b c\n` };

  it('names files that are fetched from elsewhere: the bag is not complete without them', async () => {
    const fetch = { ...manifest, 'fetch.txt': 'https://x.example/b%20c 1 data/b c\n' };
    expect(await problemsOf(bagWith(fetch))).to.deep.equal(['file-not-fetched data/b c']);
    expect(await problemsOf(bagWith({ ...fetch, 'data/b c': 'a' }))).to.deep.equal([]);
  });

  it('names files that the manifests name', async () => {
    const fetch = { 'fetch.txt': 'https://x.example/b - data/b\n' };
    expect(await problemsOf(bagWith(fetch))).to.deep.equal(['fetch-unlisted data/b']);
    const partly = {
      ...manifest,
      'manifest-md5.txt': `${digest('a', 'md5')} data/a`,
      'fetch.txt': 'https://x.example/ - data/b c',
    };
    expect(await problemsOf(bagWith(partly))).to.deep.equal([
      'file-not-fetched data/b c',
      'file-not-in-every-manifest data/b c',
    ]);
  });

  it('has a URL, a length and a path in each line', async () =>
    expect(
      await problemsOf(bagWith({ 'fetch.txt': 'https://x.example/b data/a\nhttps://x.example - bagit.txt\n' })),
    ).to.deep.equal(['line-malformed fetch.txt', 'path-outside-payload fetch.txt']));
});

describe('bag-info.txt', () => {
  const withInfo = (text: string, version?: string): BagContent => bagWith({ 'bag-info.txt': text }, version);

  it('has the size and number of the payload files', async () => {
    expect(await problemsOf(withInfo('Payload-Oxum: 1.1\n'))).to.deep.equal([]);
    expect(await problemsOf(withInfo('payload-oxum: 2.1\n'))).to.deep.equal(['oxum-mismatch bag-info.txt']);
    expect(await problemsOf(withInfo('Payload-Oxum: one\n'))).to.deep.equal(['oxum-malformed bag-info.txt']);
  });

  it('has a number of bytes that may be larger than a number can be', async () =>
    expect(await problemsOf(withInfo('Payload-Oxum: 9007199254740993000.1\n'))).to.deep.equal([
      'oxum-mismatch bag-info.txt',
    ]));

  it('is called package-info.txt before 0.96', async () =>
    expect(await problemsOf(bagWith({ 'package-info.txt': 'Payload-Oxum: 2.2' }, '0.95'))).to.deep.equal([
      'oxum-mismatch package-info.txt',
    ]));

  it('has labels with values, which may be folded', async () => {
    expect(await problemsOf(withInfo('A: b\n\tc\nPayload-Oxum:\n  1.1\n\nEmpty:\nEmpty: \n'))).to.deep.equal([]);
    expect(await problemsOf(withInfo('no label\n: none\n  folded without a start\n'))).to.deep.equal(
      Array.from({ length: 3 }, () => 'line-malformed bag-info.txt'),
    );
  });

  it('may have white space around its colons before 1.0', async () => {
    const spaced = 'A : b\nB:c\n';
    expect(await problemsOf(withInfo(spaced, '0.97'))).to.deep.equal([]);
    expect(await problemsOf(withInfo(spaced))).to.deep.equal([
      'line-malformed bag-info.txt',
      'line-malformed bag-info.txt',
    ]);
  });
});
