import { expect } from 'chai';
import { faultClass } from '../../flow/fault.js';

describe('a fault', () => {
  class DiskFault extends faultClass<'disk-busy' | 'disk-lost'>('DiskFault', ['disk-busy']) {}

  it('has a name, a code and a cause', () => {
    const cause = new Error('EIO');
    const fault = new DiskFault('disk-lost', 'the disk is lost', { cause });
    expect(fault).to.include({ name: 'DiskFault', code: 'disk-lost', message: 'the disk is lost', cause });
    expect(fault).to.be.instanceOf(Error);
  });

  it('tells whether the same call may succeed later', () => {
    expect(new DiskFault('disk-busy', '').transient).to.equal(true);
    expect(new DiskFault('disk-lost', '').transient).to.equal(false);
  });
});
