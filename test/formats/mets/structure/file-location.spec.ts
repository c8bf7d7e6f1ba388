import { expect } from 'chai';
import { locationOf } from '../../../../formats/mets/structure/file-location.js';
import { parseXml } from '../../../../formats/xml/parse.js';

const OPENING = '<file xmlns="http://www.loc.gov/METS/" xmlns:xlink="http://www.w3.org/1999/xlink">';

const located = (
  hrefs: readonly string[],
  present: readonly string[],
  areLiteral = false,
  more = '',
): string | null => {
  const locations = hrefs.map((href) => `<FLocat ${more} xlink:href="${href}"/>`).join('');
  const { root } = parseXml(Buffer.from(`${OPENING}${locations}</file>`));
  return locationOf(root, { areLiteral, present: new Set(present) });
};

describe('the location of a file in a METS', () => {
  for (const [what, hrefs, present, path] of [
    ['a path', ['objects/a.txt'], ['objects/a.txt'], 'objects/a.txt'],
    ['a URI reference with an escape', ['objects/a%20b.txt'], ['objects/a b.txt'], 'objects/a b.txt'],
    ['the path as it is written, where there is such a file', ['a%20b'], ['a b', 'a%20b'], 'a%20b'],
    ['a URI reference also where there is no such file', ['a%20b'], [], 'a b'],
    ['a reference to the same folder', ['./objects/a.txt'], ['objects/a.txt'], 'objects/a.txt'],
    ['a reference over another folder', ['metadata/../objects/a'], ['objects/a'], 'objects/a'],
    ['a name with letters beyond ASCII', ['caf%C3%A9'], ['café'], 'café'],
    ['no reference, as it has a bare percent sign', ['100%'], ['100%'], '100%'],
    ['no reference, as its bytes are no UTF-8', ['caf%E9'], [], 'caf%E9'],
    ['no reference, as it leaves the deposit', ['../a%20b'], ['a b'], '../a%20b'],
    ['no reference, as an escaped folder leaves the deposit', ['%2e%2e/a'], ['a'], '%2e%2e/a'],
    ['no reference, as a slash is part of no name', ['a%2Fb'], ['a/b'], 'a%2Fb'],
    ['no reference, as it begins at the root of a server', ['/a%20b'], ['a b'], '/a%20b'],
    ['the first whose file is there', ['http://x.example/a', 'a', 'b', 'c'], ['b', 'c'], 'b'],
    ['the first that is no remote address, without a file', ['http://x.example/a', 'a%20b', 'c'], [], 'a b'],
    ['a remote address where nothing else is given', ['http://x.example/a%20b'], [], 'http://x.example/a%20b'],
    ['one that is not empty', ['', 'a'], [], 'a'],
  ] as const) {
    it(`is ${what}`, () => {
      expect(located(hrefs, present)).to.equal(path);
    });
  }

  it('is none without a reference', () => {
    expect([located([], []), located([''], [])]).to.deep.equal([null, null]);
  });

  it('is not read from a name in a system elsewhere where a path follows', () => {
    const { root } = parseXml(
      Buffer.from(
        `${OPENING}<FLocat LOCTYPE="URN" xlink:href="urn:x:a"/><FLocat LOCTYPE="URL" xlink:href="a"/></file>`,
      ),
    );
    expect(locationOf(root, { areLiteral: false, present: new Set() })).to.equal('a');
  });

  it('is what is written in a METS whose locations are paths', () => {
    expect(located(['a%20b'], ['a b'], true)).to.equal('a%20b');
  });
});
