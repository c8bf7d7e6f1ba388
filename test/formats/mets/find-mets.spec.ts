import { expect } from 'chai';
import { findMets } from '../../../formats/mets/find-mets.js';

describe('finding the METS among the keys of a workspace', () => {
  const cases: [title: string, keys: string[], found: string | null][] = [
    ['mets.xml in the root', ['a-mets.xml', 'data/mets.xml', 'mets.xml'], 'mets.xml'],
    ['in any case', ['A-mets.xml', 'Mets.XML'], 'Mets.XML'],
    ['else the first .xml that has mets in its name', ['10315.METS.xml', 'b-mets.xml', 'mets.txt'], '10315.METS.xml'],
    ['any in the root before data/', ['data/mets.xml', 'x_mets.xml'], 'x_mets.xml'],
    ['else mets.xml in data/', ['bagit.txt', 'data/a.mets.xml', 'data/mets.xml'], 'data/mets.xml'],
    ['else another in data/', ['data/a.mets.xml', 'data/objects/mets.xml'], 'data/a.mets.xml'],
    ['never deeper', ['objects/mets.xml', 'metadata/mets.xml', 'data/objects/mets.xml'], null],
    ['never the listing that is kept beside', ['__METSlike.json', 'objects/'], null],
    ['nothing in an empty workspace', [], null],
  ];
  for (const [title, keys, found] of cases)
    it(`takes ${title}`, () => {
      expect(findMets(keys)).to.equal(found);
    });
});
