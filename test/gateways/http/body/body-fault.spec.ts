import { expect } from 'chai';
import { bodyFault } from '../../../../gateways/http/body/body-fault.js';

const stalledFor = (ms: number) => ({ stalledMs: () => ms });

describe('why large bodies are not taken', () => {
  it('is that no turn has been given back for long though others want one', () => {
    expect(bodyFault([stalledFor(59_999), stalledFor(0)])).to.equal(null);
    expect(bodyFault([stalledFor(0), stalledFor(60_000)])).to.equal(
      'no large body has been dealt with for 60 s, and others wait',
    );
  });
});
