import { expect } from 'chai';
import { jsonText } from '../../../../gateways/http/answer/json-text.js';

const written = (value: unknown): unknown => JSON.parse([...jsonText(value)].join(''));

describe('JSON text', () => {
  it('is that of plain values, with what is undefined left out', () => {
    const value = { a: 1, b: null, c: ['x', { d: 'é"\n' }], e: undefined };
    expect([...jsonText(value)].join('')).to.equal(JSON.stringify(value));
  });

  it('writes a function as the list of what it gives, and a Map as an object', () => {
    const value = {
      items: () => [1, { inner: () => ['x'] }],
      byName: new Map([['__proto__', { hash: 'h' }]]),
      gone: undefined,
    };
    expect([...jsonText(value)].join('')).to.equal('{"items":[1,{"inner":["x"]}],"byName":{"__proto__":{"hash":"h"}}}');
  });

  it('writes a long list piece by piece, asking for items only as they are written', () => {
    let asked = 0;
    const items = function* () {
      for (; asked < 10_000; asked++) yield { id: `http://localhost/repository/a/${asked}` };
    };
    const first = jsonText({ items }).next();
    expect(first.value).to.have.length.below(100_000);
    expect(asked).to.be.below(2_000);
  });

  it('writes a long array piece by piece as well', () => {
    const value = {
      id: 'x',
      none: undefined,
      binaries: Array.from({ length: 20_000 }, (_, id) => ({ id, name: null })),
    };
    const pieces = [...jsonText(value)];
    expect(pieces.join('')).to.equal(JSON.stringify(value));
    expect(Math.max(...pieces.map(({ length }) => length))).to.be.below(100_000);
    expect([...jsonText(value.binaries)].join('')).to.equal(JSON.stringify(value.binaries));
  });

  it('writes empty lists and objects', () => {
    expect(written({ a: () => [], b: new Map() })).to.deep.equal({ a: [], b: {} });
  });
});
