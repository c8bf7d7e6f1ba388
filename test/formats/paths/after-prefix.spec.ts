import { expect } from 'chai';
import { afterPrefix } from '../../../formats/paths/after-prefix.js';
import { compareUtf8 } from '../../../formats/paths/utf8-order.js';

describe('the text after all that have a prefix', () => {
  it('is the prefix with its last character that can be raised, raised by one', () => {
    expect(afterPrefix('ab')).to.equal('ac');
    expect(afterPrefix('a\u{10ffff}')).to.equal('b');
    expect(afterPrefix('\ud7ff')).to.equal('\ue000');
    expect(afterPrefix('\uffff')).to.equal('\u{10000}');
    expect(afterPrefix('😀')).to.equal('😁');
  });

  it('is none where nothing comes after them', () => {
    expect(afterPrefix('')).to.equal(null);
    expect(afterPrefix('\u{10ffff}\u{10ffff}')).to.equal(null);
  });

  it('stands above every text with the prefix and below every other text above that', () => {
    for (const prefix of ['a', 'a/', 'é', '\ud7ff', '\uffff', '😀']) {
      const after = afterPrefix(prefix) ?? '';
      for (const rest of ['', 'z', '\uffff', '\u{10ffff}\u{10ffff}'])
        expect(compareUtf8(prefix + rest, after)).to.be.lessThan(0);
      expect(after.startsWith(prefix)).to.equal(false);
    }
  });
});
