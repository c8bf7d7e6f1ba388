import { expect } from 'chai';
import { openMets } from '../../../formats/mets/editing/mets-editor.js';
import { normaliseMets } from '../../../formats/mets/normalise-mets.js';
import { defaultAgents } from '../../../formats/mets/model/agents.js';
import { now } from './editing/editing.js';
import { amd, file, small } from './small-mets.js';
import { valueOf } from '../../support/value-of.js';
import { readMets } from '../../support/mets-in-bytes.js';

const HEAD = '<metsHdr><agent><name>Muniment</name></agent></metsHdr>';

/** A METS of ours that another program has written in its own encoding. */
const declared = (encoding: string): Buffer => {
  const text = small({
    head: HEAD,
    amd: amd('A é', '<p:originalName>objects/b\xe9.txt</p:originalName>'),
    files: file('F1', 'objects/b\xe9.txt', 'ADMID="A é"'),
    map: '<structMap TYPE="physical"><div><div><fptr FILEID="F1"/></div></div></structMap>',
  }).toString();
  return Buffer.from(`<?xml version="1.0" encoding="${encoding}"?>${text}`, 'latin1');
};

describe('a METS in an encoding that it declares', () => {
  for (const encoding of ['windows-1252', 'ISO-8859-1', 'iso-8859-15'])
    it(`is read, and edited into UTF-8: ${encoding}`, () => {
      expect(readMets(declared(encoding)).files.map(({ localPath }) => localPath)).to.deep.equal(['objects/bé.txt']);
      const editor = openMets(declared(encoding));
      expect(editor.kindAt('objects/bé.txt')).to.equal('file');
      editor.addFile({ path: 'objects/ç€.txt' });
      const written = editor.toBytes(now);
      expect(Buffer.from(written.toString('utf8'), 'utf8').equals(written)).to.equal(true);
      // A document that declares nothing is in UTF-8.
      expect(written.toString()).to.match(/^<mets /);
      expect(written.toString()).to.include('<p:originalName>objects/bé.txt</p:originalName>');
      expect([...readMets(written).filesByPath.keys()]).to.have.members(['objects/bé.txt', 'objects/ç€.txt']);
    });

  it('is normalised into UTF-8', () => {
    const result = valueOf(normaliseMets(declared('windows-1252'), { agents: defaultAgents, now }));
    if (result.bytes === null) throw new Error('nothing was normalised');
    expect(result.rewrites.map(({ from }) => from)).to.deep.equal(['A é', 'TA é']);
    expect(readMets(result.bytes).files[0]).to.include({ localPath: 'objects/bé.txt', admId: 'A_x0020_é' });
  });
});
