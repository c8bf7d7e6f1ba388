import { expect } from 'chai';
import fc from 'fast-check';
import { pathId } from '../../../formats/paths/path-id.js';
import {
  ancestorsOf,
  escapePath,
  escapeSegment,
  isBelow,
  nameViolation,
  ocflId,
  parentOf,
  parsePath,
  pathViolation,
  segmentsOf,
  slugViolation,
} from '../../../formats/paths/repository-path.js';
import { compareUtf8, sortByUtf8 } from '../../../formats/paths/utf8-order.js';

describe('a repository path', () => {
  it('reads its escaped segments once', () => {
    expect(parsePath('/letters/My%20File%20%281%29.PDF/')).to.equal('letters/My File (1).PDF');
    expect(parsePath('100%2525')).to.equal('100%25');
    expect(parsePath('')).to.equal('');
  });

  it('writes # as its token and reads it back', () => {
    expect(escapePath('a #1/ü')).to.equal('a%20-_-percent-23-_-1/%C3%BC');
    expect(parsePath('a%20-_-percent-23-_-1')).to.equal('a #1');
  });

  for (const [escaped, why] of [
    ['a//b', 'an empty segment'],
    ['a/%2F', 'an escaped slash'],
    ['%00', 'NUL'],
    ['a/./b', 'a dot segment'],
    ['a/%2e%2e', 'an escaped dot segment'],
    ['%zz', 'a bad escape'],
    ['%c3', 'an escape that is not UTF-8'],
  ] as const) {
    it(`refuses ${why}`, () =>
      expect(() => parsePath(escaped))
        .to.throw()
        .with.property('code', 'path-invalid'));
  }

  it('is unfit for the first of its names that is', () => {
    expect(pathViolation('a/b (1).txt')).to.equal(null);
    expect(pathViolation('a/../b/')).to.equal(`'..' is not allowed as a path segment.`);
    expect(pathViolation('')).to.equal('A path segment is empty.');
  });

  describe('is held to 256 segments and 4,096 characters', () => {
    const deepest = Array.from({ length: 256 }, () => 'a').join('/');
    const longest = `${'é'.repeat(2_000)}/${'é'.repeat(2_000)}/${'é'.repeat(94)}`;

    it('as it is read, escapes counted as what they stand for', () => {
      for (const path of [deepest, longest]) {
        expect(parsePath(escapePath(path))).to.equal(path);
        expect(pathViolation(path)).to.equal(null);
        expect(() => parsePath(escapePath(`${path}/b`)))
          .to.throw()
          .with.property('code', 'path-too-long');
        expect(pathViolation(`${path}/b`)).to.contain('is too long: one has 256 segments and 4096 characters at most');
      }
    });

    it('before any of its segments is looked at', () => {
      expect(() => parsePath(`${'%zz/'.repeat(300)}%zz`))
        .to.throw()
        .with.property('code', 'path-too-long');
      expect(() => segmentsOf('/'.repeat(30_000)))
        .to.throw()
        .with.property('message')
        .that.has.length.below(200);
    });
  });

  it('leaves what a slug may hold as it is, in URIs and in OCFL ids, and reads every spelling of it', () => {
    const permitted = 'AZaz09()-_.';
    expect(escapePath(`par(en)/${permitted}`)).to.equal(`par(en)/${permitted}`);
    expect(ocflId(`par(en)/${permitted}`)).to.equal(`info:repo/par(en)/${permitted}`);
    expect(escapeSegment("a(1)!*'#~")).to.equal('a(1)%21%2A%27%23~');
    const escaped = permitted.replace(/./g, (each) => `%${each.charCodeAt(0).toString(16)}`);
    expect(parsePath(`par%28en%29/${escaped}`)).to.equal(`par(en)/${permitted}`);
  });

  it('keeps names apart that differ by Unicode normal form or case', () => {
    expect(new Set(['é', 'e\u0301', 'É'].map(pathId)).size).to.equal(3);
  });

  it('survives a round trip through its escaped form', () => {
    const name = fc.string({ unit: 'binary', minLength: 1 }).filter((each) => nameViolation(each) === null);
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (names) => {
        expect(parsePath(escapePath(names.join('/')))).to.equal(names.join('/'));
      }),
    );
  });

  it('knows its relations', () => {
    expect(ancestorsOf('a/b/c')).to.deep.equal(['a', 'a/b']);
    expect(parentOf('a/b')).to.equal('a');
    expect(parentOf('a')).to.equal('');
    expect(parentOf('')).to.equal(null);
    expect(isBelow('ab/c', 'a')).to.equal(false);
    expect(isBelow('a/c', 'a')).to.equal(true);
  });
});

describe('a slug', () => {
  it('may hold letters, digits, ( ) - _ . and escapes', () =>
    expect(slugViolation('My%20File_(1).v-2')).to.equal(null));
  it('is refused with its odd characters named', () =>
    expect(slugViolation('a b*')).to.equal(
      "Invalid slug: a b*; Character(s) ' ', '*' are not allowed in slugs. Spaces are not allowed.",
    ));
  it('is refused with a bare percent sign', () => expect(slugViolation('50%')).to.contain("'%'"));
});

describe('the order of names', () => {
  it('is the order of their UTF-8 bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        expect(Math.sign(compareUtf8(a, b))).to.equal(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
  });

  it('sorts whatever names there are', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (names) => {
        const sorted = sortByUtf8([...names], (name) => name);
        expect(sorted).to.deep.equal(names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
      }),
    );
  });
});
