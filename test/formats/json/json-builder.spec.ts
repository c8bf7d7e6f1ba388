import { expect } from 'chai';
import fc from 'fast-check';
import { JsonBuilder } from '../../../formats/json/json-builder.js';
import { atDepth } from '../../support/random/depth.js';

const built = (bytes: Uint8Array, size: number): unknown => {
  const builder = new JsonBuilder();
  for (let at = 0; at < bytes.length; at += size) builder.take(bytes.subarray(at, at + size));
  return builder.end();
};

const sizes = fc.integer({ min: 1, max: 40 });

describe('a JSON value that is built from its bytes as they come', () => {
  it('is the one that its text has', () => {
    const indents = fc.constantFrom(undefined, 2, '\t');
    fc.assert(
      fc.property(fc.jsonValue(), indents, sizes, (value, indent, size) => {
        const text = JSON.stringify(value, null, indent);
        expect(built(Buffer.from(text), size)).to.deep.equal(JSON.parse(text));
      }),
    );
  });

  it('is refused where its text is no JSON, and only there', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"\\u00e9"',
      '"\\"',
      '1',
      '-',
      'true',
      'nul',
      ' ',
      '\n',
      '"',
      'ü',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 9 }), sizes, (parts, size) => {
        const text = parts.join('');
        const outcome = (parse: () => unknown): unknown => {
          try {
            return { value: parse() };
          } catch {
            return 'refused';
          }
        };
        expect(
          outcome(() => built(Buffer.from(text), size)),
          text,
        ).to.deep.equal(outcome(() => JSON.parse(text)));
      }),
      { numRuns: atDepth(5_000) },
    );
  });

  it('keeps the last of two members of one name, and members of any name', () => {
    const text = '{"a":1,"__proto__":{"b":2},"a":{"constructor":[]},"2":0,"1":0}';
    expect(JSON.stringify(built(Buffer.from(text), 3))).to.equal(JSON.stringify(JSON.parse(text)));
  });

  it('is refused with a line break in a text, with a byte order mark, and where its bytes are not UTF-8', () => {
    for (const bytes of [Buffer.from('"a\nb"'), Buffer.from('\ufeff1'), Buffer.from([0x22, 0xff, 0x22])])
      expect(() => built(bytes, 2)).to.throw();
  });
});
