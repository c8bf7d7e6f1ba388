import { expect } from 'chai';
import { MetsFault } from '../../../../formats/mets/model/fault.js';
import { XmlFault } from '../../../../formats/xml/fault.js';
import { faultAnswer } from '../../../../gateways/http/fault-answer.js';
import { ownFaults } from '../../../../gateways/service/own-faults.js';
import { memoryLog } from '../../service.js';

describe('a METS that cannot be read', () => {
  const faults = [new XmlFault('xml-too-large', 'Too large.'), new MetsFault('mets-missing', 'No mets element.')];
  for (const fault of faults)
    it(`is told whoever asked, wherever it was noticed: ${fault.code}`, () => {
      const { log, lines } = memoryLog();
      const { status, content } = faultAnswer(fault, ownFaults, log, { isRepeatable: true });
      expect(status).to.equal(422);
      expect(content).to.have.nested.property('value.detail', fault.message);
      expect(lines).to.deep.equal([]);
    });
});
