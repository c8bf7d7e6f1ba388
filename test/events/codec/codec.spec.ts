import { expect } from 'chai';
import fc from 'fast-check';
import { createCodec, type ParsedFact, type WireFact } from '../../../events/codec/codec.js';
import type { FactDeclaration } from '../../../events/codec/declaration.js';
import type { NewFact } from '../../../events/envelope.js';
import { idFor } from '../../../events/ids.js';
import { PLAIN_METADATA } from '../../support/plain-metadata.js';

const id = idFor('codec', 0n);
const proposed = (data: unknown, type = 'NoteWritten', schema = 1): NewFact =>
  ({ type, data, id, metadata: { ...PLAIN_METADATA, schema } }) as NewFact;
const wire = (type: string, schema: unknown, data: unknown): WireFact => ({
  id,
  type,
  data: JSON.stringify(data),
  metadata: JSON.stringify({ ...PLAIN_METADATA, schema }),
});

/** As a client gives it that has parsed the text. */
const parsed = ({ data, metadata, ...rest }: WireFact): ParsedFact => ({
  ...rest,
  data: JSON.parse(data) as unknown,
  metadata: JSON.parse(metadata) as unknown,
});

/** Once `NoteMade {words}`, then `NoteWritten {text}`, today `NoteWritten {text, language}`. */
const grown: FactDeclaration = {
  type: 'NoteWritten',
  schema: 3,
  formerly: ['NoteMade'],
  upcasts: {
    1: ({ words, ...rest }) => ({ ...rest, text: words }),
    2: (data) => ({ ...data, language: null }),
  },
};

describe('the codec', () => {
  const codec = createCodec([{ type: 'NoteWritten', schema: 1 }]);
  const encode = (fact: NewFact) => () => codec.encodeAppend([fact]);

  describe('writing', () => {
    it('gives back whatever JSON can carry', () => {
      const value = fc.jsonValue({ stringUnit: 'grapheme' });
      fc.assert(
        fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), value), (data) => {
          const fact = proposed(data);
          const [written] = codec.encodeAppend([fact]);
          expect(codec.decode(written!)).to.deep.equal(JSON.parse(JSON.stringify(fact)));
          expect(codec.decodeParsed(parsed(written!))).to.deep.equal(codec.decode(written!));
        }),
      );
    });

    const cyclic: Record<string, unknown> = {};
    cyclic['itself'] = cyclic;
    const refusals: readonly (readonly [what: string, data: unknown, says: string])[] = [
      ['undefined in an array', { rows: [1, undefined] }, 'data.rows[1] is a undefined'],
      ['a hole in an array', { rows: new Array(2) }, 'data.rows[0] is a undefined'],
      ['NaN', { deep: { number: NaN } }, 'data.deep.number is NaN'],
      ['an infinite number', { number: -Infinity }, 'data.number is -Infinity'],
      ['a bigint', { size: 1n }, 'data.size is a bigint'],
      ['a date', { at: new Date(0) }, 'data.at is not a plain object'],
      ['a map', { files: new Map() }, 'data.files is not a plain object'],
      ['a function', { toJSON: () => 1 }, 'data.toJSON is a function'],
      ['a symbol', { mark: Symbol('mark') }, 'data.mark is a symbol'],
      ['half a surrogate pair', { name: 'a\ud83d' }, 'data.name has a surrogate without its pair'],
      ['half a surrogate pair in a name', { 'a\udc00': 1 }, 'a name in NoteWritten.data'],
      ['a value that holds itself', cyclic, 'nested too deeply'],
      ['an array', [1], 'data of NoteWritten is no object'],
      ['null', null, 'data of NoteWritten is no object'],
    ];
    for (const [what, data, says] of refusals) {
      it(`refuses ${what}, and says where it is`, () => {
        expect(encode(proposed(data)))
          .to.throw(says)
          .with.property('code', 'fact-not-encodable');
      });
    }

    it('takes a member that is undefined as absent', () => {
      expect(codec.encodeAppend([proposed({ text: 'a', by: undefined })])[0]?.data).to.equal('{"text":"a"}');
    });

    it('refuses metadata that would not come back', () => {
      const fact = { ...proposed({}), metadata: { ...PLAIN_METADATA, producer: '\ud800' } };
      expect(encode(fact)).to.throw('metadata.producer').with.property('code', 'fact-not-encodable');
    });

    it('refuses a type that is not declared, and an old name', () => {
      expect(encode(proposed({}, 'NoteForged')))
        .to.throw()
        .with.property('code', 'fact-not-encodable');
      const today = createCodec([grown]);
      expect(() => today.encodeAppend([proposed({}, 'NoteMade', 3)])).to.throw('not a fact type that is written today');
    });

    it('refuses any schema but today’s, which it tells', () => {
      expect(createCodec([grown]).schemaOf('NoteWritten')).to.equal(3);
      expect(encode(proposed({}, 'NoteWritten', 2)))
        .to.throw()
        .with.property('code', 'fact-not-encodable');
      expect(() => codec.schemaOf('NoteForged'))
        .to.throw()
        .with.property('code', 'fact-not-encodable');
    });

    it('refuses an id that is not a UUID in lower case', () => {
      for (const wrong of ['1', id.toUpperCase(), `${id}0`]) {
        expect(encode({ ...proposed({}), id: wrong }))
          .to.throw('UUID')
          .with.property('code', 'fact-not-encodable');
      }
    });
  });

  describe('reading', () => {
    const today = createCodec([grown]);

    it('leads every shape there ever was to today’s, whatever it was called', () => {
      const fact = { ...proposed({ text: 'a', language: null }, 'NoteWritten', 3) };
      expect(today.decode(wire('NoteMade', 1, { words: 'a' }))).to.deep.equal(fact);
      expect(today.decodeParsed(parsed(wire('NoteMade', 1, { words: 'a' })))).to.deep.equal(fact);
      expect(today.decode(wire('NoteWritten', 2, { text: 'a' }))).to.deep.equal(fact);
      expect(today.decode(wire('NoteWritten', 3, { text: 'a', language: null }))).to.deep.equal(fact);
    });

    it('leaves fields alone that it does not know', () => {
      expect(codec.decode(wire('NoteWritten', 1, { text: 'a', mood: 'merry' })).data).to.have.property('mood', 'merry');
    });

    it('keeps the metadata of facts apart that differ in it', () => {
      const [one, two] = ['one', 'two'].map((commandId) => ({
        ...wire('NoteWritten', 1, {}),
        metadata: JSON.stringify({ ...PLAIN_METADATA, commandId }),
      }));
      const seen = [one, two, one].map((each) => codec.decode(each!).metadata.commandId);
      expect(seen).to.deep.equal(['one', 'two', 'one']);
    });

    const unreadable: readonly (readonly [what: string, wire: WireFact])[] = [
      ['a type that is not declared', wire('LetterSent', 1, {})],
      ['a schema from the future', wire('NoteWritten', 4, {})],
      ['a schema that is no number', wire('NoteWritten', 'one', {})],
      ['a schema before the first', wire('NoteWritten', 0, {})],
      ['data that is not an object', wire('NoteWritten', 3, ['a'])],
      ['data that is cut off', { ...wire('NoteWritten', 3, {}), data: '{"text":"a' }],
      ['metadata that is cut off', { ...wire('NoteWritten', 3, {}), metadata: '{' }],
      ['metadata that is null', { ...wire('NoteWritten', 3, {}), metadata: 'null' }],
    ];
    for (const [what, each] of unreadable) {
      it(`stops at ${what}`, () => {
        expect(() => today.decode(each))
          .to.throw(id)
          .with.property('code', 'fact-not-decodable');
      });
    }
  });

  describe('declarations', () => {
    const same = (data: Readonly<Record<string, unknown>>) => data;
    const wrong: readonly (readonly [what: string, declarations: readonly FactDeclaration[], says: string])[] = [
      ['a gap on the way to the present', [{ type: 'A', schema: 3, upcasts: { 1: same } }], 'from A 2 to 3'],
      ['no way at all', [{ type: 'A', schema: 2 }], 'from A 1 to 2'],
      ['an upcast from today’s shape', [{ type: 'A', schema: 1, upcasts: { 1: same } }], '1 is today'],
      ['a schema that is no number from 1', [{ type: 'A', schema: 0 }], 'not a number from 1'],
      [
        'a name that is declared twice',
        [
          { type: 'A', schema: 1 },
          { type: 'A', schema: 1 },
        ],
        'A is declared twice',
      ],
      [
        'an old name that is in use',
        [
          { type: 'A', schema: 1 },
          { type: 'B', schema: 1, formerly: ['A'] },
        ],
        'A is declared twice',
      ],
    ];
    for (const [what, declarations, says] of wrong) {
      it(`stop the start when they have ${what}`, () => {
        expect(() => createCodec(declarations)).to.throw(TypeError, says);
      });
    }
  });
});
