import { expect } from 'chai';
import type { VersionPart } from '../../../formats/archive-files/version-entries.js';
import { validateBag } from '../../../formats/bagit/validate-bag.js';
import { failureOf } from '../../support/failure-of.js';
import { bagOf, FILES, WHOLE } from './bag-of.js';
import { memoryBag } from './memory-bag.js';

describe('the bag of a version', () => {
  it('is valid, and has the files of the depositor and the tag files that were preserved', async () => {
    const bag = await bagOf(FILES);
    expect(Object.keys(bag)).to.deep.equal([
      'bag-info.txt',
      'bagit.txt',
      'data/Brief an Jürgen.txt',
      'data/empty',
      'data/line\nend.txt',
      'dc/dublin core.xml',
      'manifest-sha256.txt',
      'tagmanifest-sha256.txt',
    ]);
    const { problems } = await validateBag(memoryBag(bag));
    expect(problems).to.deep.equal([]);
    expect(bag['tagmanifest-sha256.txt']?.toString()).to.match(/ {2}dc\/dublin core\.xml$/m);
  });

  it('keeps what the depositor said in bag-info.txt, with the date and the sum of the version', async () => {
    const bag = await bagOf(FILES);
    expect(bag['bag-info.txt']?.toString()).to.equal(
      'Bagging-Date: 2026-11-26\nPayload-Oxum: 17.3\nBag-Software-Agent: Muniment\nContact-Name: Clara\n' +
        'Note: two lines\nArchived-Version: letters/1911@v1\n',
    );
  });

  it('has METS and metadata as tag files where everything that is stored is wanted', async () => {
    const bag = await bagOf(FILES, { below: '', stored: true });
    expect(bag).to.include.keys(['mets.xml', 'metadata/exif/exif_output.txt', 'metadata/ad-hoc/bag/bag-info.txt']);
    expect((await validateBag(memoryBag(bag))).problems).to.deep.equal([]);
  });

  it('has the digests of the version', async () => {
    const bag = await bagOf(FILES, WHOLE, 'sha512');
    expect(Object.keys(bag)).to.include.members(['manifest-sha512.txt', 'tagmanifest-sha512.txt']);
    expect((await validateBag(memoryBag(bag))).problems).to.deep.equal([]);
  });

  it('has the files of one folder alone, named from there', async () => {
    const bag = await bagOf({ ...FILES, 'objects/a/b/c': 'c' }, { below: 'objects/a', stored: false });
    expect(Object.keys(bag)).to.include('data/b/c').and.not.to.include('dc/dublin core.xml');
    expect(Object.keys(bag).filter((path) => path.startsWith('data/'))).to.deep.equal(['data/b/c']);
  });

  it('has an empty folder for its payload where the version has no file', async () => {
    expect(Object.keys(await bagOf({}))).to.deep.equal([
      'bag-info.txt',
      'bagit.txt',
      'data/',
      'manifest-sha256.txt',
      'tagmanifest-sha256.txt',
    ]);
  });

  it('cannot have stored files that are called like its own parts', async () => {
    const everything: VersionPart = { below: '', stored: true };
    for (const path of ['data/a', 'manifest-md5.txt', 'bagit.txt'])
      expect(await failureOf(bagOf({ [path]: 'x' }, everything)), path).to.be.instanceOf(RangeError);
  });
});
