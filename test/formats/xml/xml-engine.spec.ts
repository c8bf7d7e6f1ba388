import { expect } from 'chai';
import { libxml2Engine } from '../../../formats/xml/libxml2-engine.js';
import { parseXml } from '../../../formats/xml/parse.js';
import { xmlEngineContract } from './xml-engine.contract.js';

xmlEngineContract('libxml2-wasm', libxml2Engine);

describe('the default XML engine', () => {
  it('reads a hundred thousand attributes of one element', () => {
    const attributes = Array.from({ length: 100_000 }, (_, n) => `b${n}=""`).join(' ');
    expect(parseXml(Buffer.from(`<a ${attributes}/>`)).root.attributes).to.have.length(100_000);
  });
});
