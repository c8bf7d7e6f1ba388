import { expect } from 'chai';
import fc from 'fast-check';
import { bagInfoElements, bagInfoText } from '../../../formats/bagit/bag-info.js';
import { readBag } from '../../../formats/bagit/read-bag.js';
import { validateBag } from '../../../formats/bagit/validate-bag.js';
import { writeBag } from '../../../formats/bagit/write-bag.js';
import { memoryBag } from './memory-bag.js';
import { INFO, payloadFile, writtenBag } from './written-bag.js';

const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? '').toString();

/** Names with everything that has a meaning somewhere; no slash, and none that is a step in a path. */
const names = fc
  .array(
    fc.constantFrom(
      'a',
      'B',
      ' ',
      '%',
      '25',
      '0A',
      '\n',
      '\r',
      '\t',
      '💜',
      'e\u0301',
      '\u00e9',
      '*',
      '.',
      '~',
      '\\',
      '\u2028',
      '\ue000',
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => `n${parts.join('')}`)
  .filter((name) => !/[/\\]\.\.(?:[/\\]|$)/.test(name));
const paths = fc.array(names, { minLength: 1, maxLength: 3 }).map((parts) => `data/${parts.join('/')}`);
const payloads = fc
  .uniqueArray(fc.tuple(paths, fc.uint8Array({ maxLength: 40 })), {
    minLength: 1,
    maxLength: 6,
    selector: ([path]) => path.normalize('NFC'),
  })
  .map((files) => Object.fromEntries(files));

describe('a bag that is written', () => {
  it('has these tag files', async () => {
    const files = await writtenBag({ 'data/objects/b': 'b', 'data/objects/a 100%.txt': 'a' });
    const [a, b] = ['a', 'b'].map((content) => payloadFile('', content).digest);
    const tag = (path: string): string => `${payloadFile('', files[path]!).digest}  ${path}\n`;
    expect(text(files['bagit.txt'])).to.equal('BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n');
    expect(text(files['manifest-sha256.txt'])).to.equal(`${a}  data/objects/a 100%25.txt\n${b}  data/objects/b\n`);
    expect(text(files['bag-info.txt'])).to.equal(
      'Source-Organization: uol-dlip\nBagging-Date: 2026-01-02\nPayload-Oxum: 2.2\nBag-Software-Agent: Muniment\n',
    );
    expect(text(files['tagmanifest-sha256.txt'])).to.equal(
      tag('bag-info.txt') + tag('bagit.txt') + tag('manifest-sha256.txt'),
    );
  });

  it('has each tag file after those that it names, with its size and digest, to be sent more than once', async () => {
    const written = await writeBag([payloadFile('data/a', 'a')], INFO);
    expect(written.map(({ path }) => path)).to.deep.equal([
      'bagit.txt',
      'bag-info.txt',
      'manifest-sha256.txt',
      'tagmanifest-sha256.txt',
    ]);
    for (const { stream, size, sha256 } of [...written, ...written]) {
      const content = Buffer.concat(await stream().toArray());
      expect([content.length, payloadFile('', content).digest]).to.deep.equal([size, sha256]);
    }
  });

  it('is valid, whatever its files are called', () =>
    fc.assert(
      fc.asyncProperty(payloads, async (payload) => {
        const { problems } = await validateBag(memoryBag(await writtenBag(payload)));
        expect(problems).to.deep.equal([]);
      }),
    ));

  it('may have an empty payload', async () => {
    const { problems } = await validateBag(memoryBag(await writtenBag({})));
    expect(problems).to.deep.equal([]);
  });

  it('is the same in whatever order its files come', () =>
    fc.assert(
      fc.asyncProperty(payloads, async (payload) => {
        const turned = Object.fromEntries(Object.entries(payload).reverse());
        expect(Object.entries(await writtenBag(turned)).sort()).to.deep.equal(
          Object.entries(await writtenBag(payload)).sort(),
        );
      }),
    ));

  it('has its manifest read back as it was written', () =>
    fc.assert(
      fc.asyncProperty(payloads, async (payload) => {
        const bag = await readBag(memoryBag(await writtenBag(payload)));
        expect(Object.fromEntries(bag.payload.digests)).to.deep.equal(
          Object.fromEntries(
            Object.entries(payload).map(([path, content]) => [path, [payloadFile('', content).digest]]),
          ),
        );
      }),
    ));

  it('shows a flipped byte, in any file of it', () =>
    fc.assert(
      fc.asyncProperty(payloads, fc.nat(), fc.nat(), async (payload, chosen, place) => {
        const files = await writtenBag(payload);
        const filled = Object.keys(files).filter((path) => files[path]!.length > 0);
        const path = filled[chosen % filled.length]!;
        const bytes = Uint8Array.from(files[path]!);
        bytes[place % bytes.length]! ^= 1;
        expect((await validateBag(memoryBag({ ...files, [path]: bytes }))).problemCount).to.be.greaterThan(0);
      }),
    ));

  it('shows a lost file and an added one', () =>
    fc.assert(
      fc.asyncProperty(payloads, paths, async (payload, added) => {
        const files = await writtenBag(payload);
        const lost = Object.keys(payload)[0]!;
        const without = Object.fromEntries(Object.entries(files).filter(([path]) => path !== lost));
        const codes = async (content: typeof files): Promise<string[]> =>
          (await validateBag(memoryBag(content))).problems.map(({ code, path }) => `${code} ${path}`);
        expect(await codes(without)).to.include(`file-missing ${lost}`);
        fc.pre(!(added in files));
        expect(await codes({ ...files, [added]: Buffer.from('x') })).to.include(`file-unlisted ${added}`);
      }),
    ));

  for (const [path, why] of [
    ['objects/a', 'is not below data/'],
    ['data/../a', 'leads out of it'],
    ['data/\ud800', 'is no Unicode'],
  ] as const)
    it(`has no path that ${why}`, async () => {
      const error = await writeBag([payloadFile(path, '')], INFO).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(RangeError);
    });

  it('has no file twice, and none without a digest', async () => {
    const twice = [payloadFile('data/a', ''), payloadFile('data/a', '')];
    expect(await writeBag(twice, INFO).catch((reason: unknown) => reason)).to.be.instanceOf(RangeError);
    const without = [{ ...payloadFile('data/a', ''), digest: 'abc' }];
    expect(await writeBag(without, INFO).catch((reason: unknown) => reason)).to.be.instanceOf(RangeError);
  });
});

describe('an element of bag-info.txt that is written', () => {
  const read = async (written: string): Promise<unknown[]> => {
    const elements: unknown[] = [];
    const blocks = (async function* () {
      yield await Promise.resolve(written.split('\n'));
    })();
    for await (const element of bagInfoElements(blocks, true, (line) => elements.push({ malformed: line })))
      elements.push(element);
    return elements;
  };

  it('is folded at spaces where it is long', () => {
    const written = bagInfoText(['External-Description', 'Uncompressed greyscale images '.repeat(6)]);
    const lines = written.trimEnd().split('\n');
    expect(lines).to.have.length(3);
    expect(Math.max(...lines.map(({ length }) => length))).to.be.lessThan(80);
    expect(lines.slice(1).every((line) => /^ \S/.test(line))).to.equal(true);
  });

  it('is read back as it was, but for line ends and white space around it', () => {
    const words = fc.constantFrom('a', 'word', ':', '  ', ' ', '\n', '\r\n', '💜', 'x'.repeat(90), '\t');
    return fc.assert(
      fc.asyncProperty(fc.array(words, { maxLength: 60 }), async (parts) => {
        const value = parts.join(' ');
        const kept = value
          .split(/[\n\r]/)
          .map((line) => line.trim())
          .filter((line) => line !== '')
          .join(' ');
        expect(await read(bagInfoText(['Some-Label', value]))).to.deep.equal([['Some-Label', kept]]);
      }),
    );
  });

  for (const label of ['', 'a:b', 'a\nb', ' a', 'a '])
    it(`cannot have the label ${JSON.stringify(label)}`, () =>
      expect(() => bagInfoText([label, 'x'])).to.throw(RangeError));
});
