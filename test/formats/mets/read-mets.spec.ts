import { expect } from 'chai';
import { MetsFault, type MetsFaultCode } from '../../../formats/mets/model/fault.js';
import { amd, file, map, small } from './small-mets.js';
import { readMets } from '../../support/mets-in-bytes.js';

const faultOf = (bytes: Buffer): MetsFault => {
  try {
    readMets(bytes);
  } catch (error) {
    expect(error).to.be.instanceOf(MetsFault);
    return error as MetsFault;
  }
  throw new Error('the METS was read');
};

describe('reading METS', () => {
  describe('rules', () => {
    it('takes the title of the first record, else its name, and nothing from outside it', () => {
      const record = (inner: string): string =>
        `<dmdSec ID="D"><mdWrap><xmlData><m:mods>${inner}</m:mods></xmlData></mdWrap></dmdSec>`;
      const stray = '<dmdSec ID="E"><mdWrap><xmlData><m:title>stray</m:title></xmlData></mdWrap></dmdSec>';
      expect(
        readMets(small({ dmd: record('<m:name>N</m:name><m:titleInfo><m:title>T</m:title></m:titleInfo>') })).name,
      ).to.equal('T');
      expect(readMets(small({ dmd: record('<m:name><m:namePart>N</m:namePart></m:name>') + stray })).name).to.equal(
        'N',
      );
      expect(readMets(small({ dmd: record('') + stray })).name).to.equal(null);
      expect(readMets(small({ dmd: stray })).name).to.equal('stray');
    });

    it('calls a METS editable when its agent is the platform or one that it accepts', () => {
      const by = (agent: string): Buffer =>
        small({ head: `<metsHdr><agent ROLE="CREATOR"><name>${agent}</name></agent></metsHdr>` });
      const agents = { own: 'Us', accepted: ['Them'] };
      expect(['Us', 'Them', 'us', 'Others'].map((agent) => readMets(by(agent), agents).editable)).to.deep.equal([
        true,
        true,
        false,
        false,
      ]);
    });

    it('prefers the physical structMap, else the first that is not logical', () => {
      const logical = '<structMap TYPE="LOGICAL"><div/></structMap>';
      const other = `<structMap TYPE="other"><div><fptr FILEID="F1"/></div></structMap>`;
      expect(readMets(small({ map: logical + other })).files).to.have.length(1);
      expect(readMets(small({ map: `${other}<structMap TYPE="Physical"><div/></structMap>` })).files).to.have.length(0);
    });

    it('ignores digests of other algorithms and formats without a key', () => {
      const premis = `<p:objectCharacteristics><p:fixity><p:messageDigestAlgorithm>MD5</p:messageDigestAlgorithm><p:messageDigest>00</p:messageDigest></p:fixity><p:fixity><p:messageDigestAlgorithm>SHA-256</p:messageDigestAlgorithm><p:messageDigest>AB</p:messageDigest></p:fixity><p:format><p:formatDesignation><p:formatName>unknown</p:formatName></p:formatDesignation></p:format></p:objectCharacteristics>`;
      const mets = readMets(small({ amd: amd('A', premis), files: file('F1', 'objects/a.txt', 'ADMID="A"') }));
      expect(mets.files[0]).to.include({ digest: 'ab', format: null, size: null });
    });

    it('reads durations in seconds and as a clock, and no other', () => {
      const durations = ['12.5', '01:02:03.5', '0:03:12 (approx)', '12 s'].map((value) => {
        const premis = `<p:significantProperties><p:significantPropertiesType>Duration</p:significantPropertiesType><p:significantPropertiesValue>${value}</p:significantPropertiesValue></p:significantProperties>`;
        return readMets(small({ amd: amd('A', premis), files: file('F1', 'a', 'ADMID="A"') })).files[0]?.extents
          .duration;
      });
      expect(durations).to.deep.equal([12.5, 3723.5, null, null]);
    });

    it('takes the path of a folder from its original name, and of two claims the one in the right place', () => {
      const claims = (id: string): string => amd(id, '<p:originalName>./data/objects/x/</p:originalName>');
      const mets = readMets(
        small({
          amd: amd('A', '<p:originalName>objects</p:originalName>') + claims('B') + claims('C'),
          map: map(
            '<div TYPE="Directory" LABEL="__ROOT"><div TYPE="directory" LABEL="wrong" ADMID="B"/><div TYPE="Directory" LABEL="objects" ADMID="A"><div TYPE="Directory" LABEL="right" ADMID="C" ID="D"/></div></div>',
          ),
        }),
      );
      expect(mets.directoriesByPath.get('objects/x')).to.include({ name: 'right', divId: 'D' });
    });

    it('gives a label to the folder it stands around, never to a later one', () => {
      const mets = readMets(
        small({
          files: file('F1', 'objects/b/c.txt'),
          map: map(
            '<div TYPE="Directory" LABEL="Objects"><div TYPE="Directory" LABEL="empty"/><div><fptr FILEID="F1"/></div></div>',
          ),
        }),
      );
      expect([...mets.directoriesByPath.values()].map(({ localPath, name }) => [localPath, name])).to.have.deep.members(
        [
          ['', '__ROOT'],
          ['objects/b', 'Objects'],
          ['objects', 'objects'],
        ],
      );
    });

    it('reads UTF-8 with a byte-order mark, and UTF-16 with either', () => {
      const text = `\ufeff${small({ files: file('F1', 'objects/é 😀.txt') }).toString()}`;
      const little = Buffer.from(text, 'utf16le');
      for (const bytes of [Buffer.from(text), little, Buffer.from(little).swap16()])
        expect(readMets(bytes).files.map(({ localPath }) => localPath)).to.deep.equal(['objects/é 😀.txt']);
    });

    it('follows references to ids with spaces, however the white space was written', () => {
      const premis = '<p:objectCharacteristics><p:size>7</p:size></p:objectCharacteristics>';
      for (const reference of ['A b  c', 'A b c', ' A b c ']) {
        const id = reference === 'A b  c' ? 'A b  c' : 'A b c';
        const mets = readMets(small({ amd: amd(id, premis), files: file('F1', 'a', `ADMID="${reference}"`) }));
        expect(mets.files[0], reference).to.include({ admId: id, size: 7 });
      }
    });

    it('lists a file once however often it is pointed at', () => {
      const twice = map('<div><fptr FILEID="F1"/><div><fptr FILEID="F1"/><fptr FILEID="F2"/></div></div>');
      const mets = readMets(small({ files: file('F1', 'objects/a') + file('F2', 'objects/a'), map: twice }));
      expect(mets.files).to.have.length(1);
      expect(mets.filesById.get('F2')).to.equal(mets.filesById.get('F1'));
    });
  });

  describe('of a document at fault', () => {
    const two = amd(
      'A',
      '<p:objectCharacteristics><p:fixity><p:messageDigestAlgorithm>SHA256</p:messageDigestAlgorithm><p:messageDigest>aa</p:messageDigest></p:fixity></p:objectCharacteristics>',
    );
    it('says that it is METS 2, or in which namespace its mets element is', () => {
      const messageOf = (namespace: string): string => faultOf(Buffer.from(`<mets xmlns="${namespace}"/>`)).message;
      expect(messageOf('http://www.loc.gov/METS/v2')).to.equal(
        'The document is METS 2, which this platform does not read. Convert it to METS 1 (namespace http://www.loc.gov/METS/).',
      );
      expect(messageOf('urn:other')).to.equal(
        'The mets element of the document is in the namespace "urn:other"; that of METS 1 is "http://www.loc.gov/METS/".',
      );
      expect(messageOf('')).to.match(/^The mets element of the document is in no namespace; /);
    });

    const cases: [title: string, bytes: Buffer, code: MetsFaultCode][] = [
      ['no mets element', Buffer.from('<a/>'), 'mets-missing'],
      ['a mets element of no namespace', Buffer.from('<mets/>'), 'mets-missing'],
      ['no structMap', small({ map: ' ' }), 'mets-no-physical-map'],
      [
        'only a logical structMap',
        small({ map: '<structMap TYPE="logical"><div/></structMap>' }),
        'mets-no-physical-map',
      ],
      ['an empty structMap', small({ map: '<structMap/>' }), 'mets-no-physical-map'],
      ['a pointer to either of two files', small({ files: file('F1', 'a') + file('F1', 'b') }), 'mets-duplicate-id'],
      [
        'a reference to either of two amdSecs',
        small({ amd: two + amd('A', ''), files: file('F1', 'a', 'ADMID="A"') }),
        'mets-duplicate-id',
      ],
      ['a directory without a label', small({ map: map('<div TYPE="Directory"/>') }), 'mets-directory-unlabelled'],
      ['a path without end', small({ files: file('F1', 'a/'.repeat(100_000)) }), 'mets-path-invalid'],
      [
        'two files of different content at one path',
        small({
          amd: two,
          files: file('F1', 'a', 'ADMID="A"') + file('F2', 'a'),
          map: map('<div><fptr FILEID="F1"/><fptr FILEID="F2"/></div>'),
        }),
        'mets-path-twice',
      ],
    ];
    for (const [title, bytes, code] of cases)
      it(`says so: ${title}`, () => {
        expect(faultOf(bytes)).to.include({ code, transient: false });
      });

    it('reads what duplicate IDs leave clear, and names them', () => {
      const mets = readMets(
        small({
          amd: `<amdSec ID="A"/>${amd('A', '<p:originalName>o</p:originalName>')}`,
          files: file('F1', 'a') + file('F1', 'a') + file('F2', 'b') + file('F2', 'c'),
          map: map('<div ID="D"><div ID="D"><fptr FILEID="F1"/></div></div>'),
        }),
      );
      expect(mets.files.map(({ localPath }) => localPath)).to.deep.equal(['a']);
      expect([...mets.duplicateIds].sort()).to.deep.equal(['A', 'D', 'F1', 'F2']);
    });

    it('names the ids that are used twice', () => {
      expect(faultOf(small({ files: file('F1', 'a') + file('F1', 'b') })).message).to.contain(`'F1'`);
    });
  });
});
