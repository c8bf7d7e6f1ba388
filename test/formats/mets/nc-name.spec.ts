import { expect } from 'chai';
import fc from 'fast-check';
import { encodeNcName } from '../../../formats/mets/ids/nc-name.js';
import { isXmlName } from '../../../formats/xml/characters.js';
import { atDepth } from '../../support/random/depth.js';

const decode = (name: string): string =>
  name.replace(/_x([0-9A-F]{8}|[0-9A-F]{4})_/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

describe('ids made from paths', () => {
  const cases: [path: string, encoded: string][] = [
    ['objects', 'objects'],
    ['metadata/ad-hoc', 'metadata_x002F_ad-hoc'],
    ['objects/my file.pdf', 'objects_x002F_my_x0020_file.pdf'],
    ['objects/résumé.pdf', 'objects_x002F_résumé.pdf'],
    ['objects/AT&T (1).pdf', 'objects_x002F_AT_x0026_T_x0020__x0028_1_x0029_.pdf'],
    ['1911/a', '_x0031_911_x002F_a'],
    ['-a', '_x002D_a'],
    ['a:b#c', 'a_x003A_b_x0023_c'],
    ['a😀', 'a_x0001F600_'],
    ['a_b', 'a_b'],
    ['a_x0041_', 'a_x005F_x0041_'],
    ['a_x0041 b', 'a_x005F_x0041_x0020_b'],
    ['_x00410042_', '_x005F_x00410042_'],
    ['_X0041_x0042_', '_x005F_X0041_x005F_x0042_'],
    ['_x004', '_x004'],
  ];
  for (const [path, encoded] of cases)
    it(`writes ${path} as ${encoded}`, () => {
      expect(encodeNcName(path)).to.equal(encoded);
    });

  const awkward = fc.array(fc.constantFrom('_', 'x', 'X', '0', '4', '1', 'A', 'F', ' ', '/', 'é', '😀', '\u0300'));
  const paths = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string(),
    awkward.map((parts) => parts.join('')),
  );

  it('are legal names, whatever the path', () => {
    fc.assert(
      fc.property(
        paths.filter((path) => path !== ''),
        (path) => isXmlName(encodeNcName(path)),
      ),
      { numRuns: atDepth(2000) },
    );
  });

  it('tell every path from every other', () => {
    fc.assert(
      fc.property(paths, (path) => decode(encodeNcName(path)) === path),
      { numRuns: atDepth(2000) },
    );
  });
});
