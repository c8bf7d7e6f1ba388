import { expect } from 'chai';
import { XmlFault } from '../../../formats/xml/fault.js';
import { openXmlEngine } from '../../../formats/xml/open-engine.js';
import type { XmlEngine } from '../../../formats/xml/engine.js';
import { parseXml } from '../../../formats/xml/parse.js';
import { xmlEngineContract } from './xml-engine.contract.js';

const optional = (): XmlEngine | null => {
  try {
    return openXmlEngine('libxmljs2');
  } catch (error) {
    expect(error).to.be.instanceOf(XmlFault).and.to.have.property('code', 'xml-engine-missing');
    return null;
  }
};

xmlEngineContract('libxml2-wasm', () => openXmlEngine('libxml2-wasm'));
xmlEngineContract('libxmljs2', optional);

describe('the default XML engine', () => {
  it('reads a hundred thousand attributes of one element', () => {
    const attributes = Array.from({ length: 100_000 }, (_, n) => `b${n}=""`).join(' ');
    expect(parseXml(Buffer.from(`<a ${attributes}/>`)).root.attributes).to.have.length(100_000);
  }).timeout(10_000);
});
