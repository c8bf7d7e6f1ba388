import { expect } from 'chai';
import { XmlFault } from '../../../formats/xml/fault.js';
import { openXmlEngine } from '../../../formats/xml/open-engine.js';
import type { XmlEngine } from '../../../formats/xml/engine.js';
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
