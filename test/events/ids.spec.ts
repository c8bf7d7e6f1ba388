import { expect } from 'chai';
import fc from 'fast-check';
import { idFor, uuidV5 } from '../../events/ids.js';

const DNS = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';

describe('derived ids', () => {
  it('are those of RFC 9562, appendix A.4', () => {
    expect(uuidV5('www.example.com', DNS)).to.equal('2ed6657d-e927-568b-95e1-2665a8aea6a2');
  });

  it('are version 5 UUIDs in lower case, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) =>
        /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(uuidV5(name)),
      ),
    );
  });

  it('stay the same over releases, so that a retry finds what was written before an upgrade', () => {
    expect(idFor('order-1', 0n)).to.equal('fc4fe77a-fbce-5a8b-822d-97a12400b997');
    expect(idFor('order-1', 1n)).to.equal('49a0b638-55f8-5cdd-9bbd-5937f118a454');
  });

  it('differ by command and by revision', () => {
    const ids = ['a', 'b'].flatMap((commandId) => [0n, 1n, 10n].map((revision) => idFor(commandId, revision)));
    expect(new Set(ids)).to.have.property('size', ids.length);
  });
});
