import { expect } from 'chai';
import { compileCondition, compileIndexes, compilePage, compileWhere } from '../../../infra/mongodb/compile-query.js';
import { jobResults } from '../../../projections/job-results/job-results.js';
import { repository } from '../../../projections/repository/repository.js';

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

  it('has an index for each that is declared', () => {
    expect(compileIndexes(repository.shape)).to.deep.equal([
      { key: { 'doc.parent': 1, 'doc.shown': 1, 'doc.escapedPath': 1, _id: 1 }, isNamed: false },
    ]);
    expect(compileIndexes(jobResults.shape)).to.have.length(2);
  });

  it('has an index for each direction that is asked for, and one where none is', () => {
    const where = { all: [] };
    const queries = {
      up: { where, sort: [{ field: 'a' }] },
      again: { where, sort: [{ field: 'a' }] },
      down: { where, sort: [{ field: 'a', descending: true }] },
    };
    const indexes = [['a'], ['b']];
    expect(compileIndexes({ name: 'n', indexes, queries })).to.deep.equal([
      { key: { 'doc.a': 1, _id: 1 }, isNamed: false },
      { key: { 'doc.a': -1, _id: 1 }, isNamed: false },
      { key: { 'doc.b': 1, _id: 1 }, isNamed: false },
    ]);
  });

  it('has one ascending index, tombstones included, where queries name it', () => {
    const by = ['a', 'b'];
    const where = { field: 'a', is: 1 };
    const queries = {
      up: { where, sort: [{ field: 'b' }], by },
      down: { where, sort: [{ field: 'b', descending: true }], ties: 'descending', by },
    } as const;
    expect(compileIndexes({ name: 'n', indexes: [by], queries })).to.deep.equal([
      { key: { 'doc.a': 1, 'doc.b': 1, _id: 1 }, isNamed: true },
    ]);
    expect(compileWhere(queries.down)).to.deep.equal({ 'doc.a': { $eq: 1 } });
    expect(compilePage(queries.down)).to.deep.equal({
      sort: [
        ['doc.b', -1],
        ['_id', -1],
      ],
      skip: 0,
      hint: { 'doc.a': 1, 'doc.b': 1, _id: 1 },
    });
  });

  it('may be total without the key', () => {
    expect(compilePage({ where: { all: [] }, sort: [{ field: 'a' }], ties: 'none' }).sort).to.deep.equal([
      ['doc.a', 1],
    ]);
  });
});
