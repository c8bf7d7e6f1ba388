import { expect } from 'chai';
import { aroundLine, rowsOf } from '../../../clients/console/pages/mets/folding.js';
import { childrenOf, findLines, indexXml } from '../../../clients/console/pages/mets/xml-index.js';

describe('the source of a METS in the console', () => {
  const text = `<?xml version="1.0"?><!-- <not> --><m:a x="1>2"><m:b>words</m:b><m:c/><m:d><m:e y='"'>A &lt; B</m:e></m:d></m:a>`;
  const index = indexXml(text);
  const lines = [...index.starts].map((start, line) => text.slice(start, index.ends[line]));

  it('has a line for each element, whole where no other is in it', () => {
    expect(lines).to.deep.equal(['<m:a x="1>2">', '<m:b>words</m:b>', '<m:c/>', '<m:d>', `<m:e y='"'>A &lt; B</m:e>`]);
    expect([...index.depths]).to.deep.equal([0, 1, 1, 1, 2]);
    expect([...index.parents]).to.deep.equal([0, 0, 0, 0, 3]);
    expect(childrenOf(index, 0)).to.deep.equal([1, 2, 3]);
    expect(text.slice(index.starts[3], index.closes[3])).to.equal(`<m:d><m:e y='"'>A &lt; B</m:e></m:d>`);
  });

  it('takes nothing in a comment, in CDATA or in quotation marks for an element', () => {
    const odd = indexXml('<a><!-- <b> --><![CDATA[<c>]]><d e="</a>"/></a>');
    expect(odd.starts).to.have.length(2);
  });

  it('is read to its end where it is cut off', () => {
    const cut = '<a><b c="';
    expect([...indexXml(cut).closes]).to.deep.equal([cut.length, cut.length]);
    expect(indexXml('').starts).to.have.length(0);
  });

  it('is found in, in capital letters or not, each line once', () => {
    expect([...findLines(text, index, 'WORDS')]).to.deep.equal([1]);
    expect([...findLines(text, index, 'm:')]).to.deep.equal([0, 1, 2, 3, 4]);
    expect([...findLines(text, index, 'nowhere')]).to.deep.equal([]);
  });

  it('counts what stands beside each other with the same name, until it is wanted', () => {
    const many = `<a>${'<b/>'.repeat(30)}<c/></a>`;
    const indexed = indexXml(many);
    const shown = rowsOf(many, indexed, () => true, new Set());
    expect(shown).to.have.length(1 + 20 + 1 + 1);
    expect(shown[21]).to.deep.equal({ kind: 'more', line: 1, count: 10, chars: 40, depth: 1 });
    const { open, firsts } = aroundLine(indexed, 29);
    expect(open).to.deep.equal([0]);
    expect(rowsOf(many, indexed, () => true, new Set(firsts))).to.have.length(32);
    expect(rowsOf(many, indexed, () => false, new Set())).to.deep.equal([{ kind: 'line', line: 0 }]);
  });
});
