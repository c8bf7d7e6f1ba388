import { expect } from 'chai';
import { keyRefused, keyViolation } from '../../formats/key-violation.js';

describe('the keys that an S3 store can hold', () => {
  it('are well-formed texts of 1 to 1,024 bytes of UTF-8', () => {
    for (const key of ['a', '/', 'a//b', '..', '\0', 'é'.repeat(512), 'a'.repeat(1_024)])
      expect(keyViolation(key), key).to.equal(null);
    expect(keyViolation('')).to.equal('a key is not empty');
    expect(keyViolation('a\ud800')).to.equal('a key is well-formed Unicode');
    for (const key of ['a'.repeat(1_025), 'é'.repeat(512) + 'a'])
      expect(keyViolation(key)).to.equal('a key has at most 1024 bytes');
  });

  it('are named by the fault over any other, long ones by their beginning', () => {
    const fault = keyRefused({ bucket: 'b', key: 'x'.repeat(2_000) }, 'it is too long');
    expect(fault).to.include({ code: 'key-refused', transient: false });
    expect(fault.message).to.equal(`b cannot hold "${'x'.repeat(200)}": it is too long`);
  });
});
