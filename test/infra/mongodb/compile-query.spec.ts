import { expect } from 'chai';
import { compileCondition, compilePage, compileWhere, keyOf } from '../../../infra/mongodb/compile-query.js';
import { KEY, type Condition } from '../../../projections/documents.js';

const NOTHING = { _id: { $in: [] } };

describe('a condition in the language of MongoDB', () => {
  it('looks at fields of the document, and never at operators in values', () => {
    expect(compileCondition({ field: 'place.town', is: 'London' })).to.deep.equal({
      'doc.place.town': { $eq: 'London' },
    });
    expect(compileCondition({ field: 'sealed', is: false })).to.deep.equal({ 'doc.sealed': { $eq: false } });
    expect(compileCondition({ field: 'year', oneOf: [1, null] })).to.deep.equal({ 'doc.year': { $in: [1, null] } });
  });

  it('takes a field that is absent for null', () => {
    expect(compileCondition({ field: 'year', exists: false })).to.deep.equal({ 'doc.year': { $eq: null } });
    expect(compileCondition({ field: 'year', exists: true })).to.deep.equal({ 'doc.year': { $ne: null } });
  });

  it('writes a prefix as a range, up to the next text by UTF-8 bytes', () => {
    const startsWith = (prefix: string): unknown => compileCondition({ field: 'path', startsWith: prefix });
    expect(startsWith('a.')).to.deep.equal({ 'doc.path': { $gte: 'a.', $lt: 'a/' } });
    expect(startsWith('\u{d7ff}')).to.deep.equal({ 'doc.path': { $gte: '\u{d7ff}', $lt: '\u{e000}' } });
    expect(startsWith('a\u{10ffff}')).to.deep.equal({ 'doc.path': { $gte: 'a\u{10ffff}', $lt: 'b' } });
    expect(startsWith('')).to.deep.equal({ 'doc.path': { $gte: '' } });
  });

  it('matches nothing by a range that ends at null, since every field that is absent would match', () => {
    expect(compileCondition({ field: 'year', atLeast: null })).to.deep.equal(NOTHING);
    expect(compileCondition({ field: 'year', above: 1, below: 2 })).to.deep.equal({ 'doc.year': { $gt: 1, $lt: 2 } });
    expect(() => compileCondition({ field: 'year' })).to.throw(TypeError, 'no limit');
  });

  it('joins conditions, everything by no condition at all, and nothing by no choice', () => {
    const one = { field: 'a', is: 1 } as const;
    expect(compileCondition({ all: [] })).to.deep.equal({});
    expect(compileCondition({ any: [] })).to.deep.equal(NOTHING);
    expect(compileCondition({ all: [one, { any: [one] }] })).to.deep.equal({
      $and: [{ 'doc.a': { $eq: 1 } }, { $or: [{ 'doc.a': { $eq: 1 } }] }],
    });
  });

  it('leaves out what was removed', () => {
    expect(compileWhere({ where: { all: [] } })).to.deep.equal({ $and: [{ doc: { $exists: true } }, {}] });
  });

  it('takes a field name for nothing but a name', () => {
    for (const field of ['$where', 'a.$b', 'a..b', '', 'a\0', 'a b']) {
      expect(() => compileCondition({ field, is: 1 }), field).to.throw(TypeError);
      expect(() => compilePage({ where: { all: [] }, sort: [{ field }] }), field).to.throw(TypeError);
    }
  });
});

describe('an order in the language of MongoDB', () => {
  it('ends in the key', () => {
    const sort = [{ field: 'year', descending: true }, { field: 'writer' }];
    expect(compilePage({ where: { all: [] }, sort, skip: 2, limit: 3 })).to.deep.equal({
      sort: [
        ['doc.year', -1],
        ['doc.writer', 1],
        ['_id', 1],
      ],
      skip: 2,
      limit: 3,
    });
    expect(compilePage({ where: { all: [] } })).to.deep.equal({ sort: [['_id', 1]], skip: 0 });
  });

  it('ends in the key in the direction of the last field, so that one index serves an order in both directions', () => {
    const sort = [{ field: 'year', descending: true }];
    expect(compilePage({ where: { all: [] }, sort }).sort).to.deep.equal([
      ['doc.year', -1],
      ['_id', -1],
    ]);
  });

  it('is served by an ascending index, with the key at its end or at its own place', () => {
    expect(keyOf(['a', 'b.c'])).to.deep.equal({ 'doc.a': 1, 'doc.b.c': 1, _id: 1 });
    expect(Object.keys(keyOf(['a', KEY, 'b']))).to.deep.equal(['doc.a', '_id', 'doc.b']);
  });

  it('needs no look at documents where queries name an index and their condition is met by no tombstone', () => {
    const by = ['a'];
    const one: Condition = { field: 'a', is: 1 };
    const alone: readonly Condition[] = [
      one,
      { field: 'a', above: '' },
      { field: 'a', startsWith: 'x' },
      { field: 'a', exists: true },
      { field: 'a', oneOf: [1, 2] },
      { all: [{ field: 'b', is: null }, one] },
      { any: [one, one] },
    ];
    for (const where of alone) expect(compileWhere({ where, by })).to.deep.equal(compileCondition(where));
    const alsoRemoved: readonly Condition[] = [
      { all: [] },
      { field: 'a', is: null },
      { field: 'a', exists: false },
      { field: 'a', oneOf: [1, null] },
      { any: [one, { field: 'b', exists: false }] },
    ];
    for (const where of alsoRemoved)
      expect(compileWhere({ where, by })).to.deep.equal({
        $and: [{ doc: { $exists: true } }, compileCondition(where)],
      });
    expect(compileWhere({ where: one })).to.have.property('$and');
  });
});
