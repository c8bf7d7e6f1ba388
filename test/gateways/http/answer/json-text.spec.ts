import { expect } from 'chai';
import { laterMembers, lazyMembers } from '../../../../gateways/http/answer/lazy-members.js';
import { jsonText, shortJson, streamedJson } from '../../../../gateways/http/answer/json-text.js';

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

  it('writes lazy members as an object, asking for them only as they are written', () => {
    let asked = 0;
    const members = lazyMembers(function* () {
      for (; asked < 20_000; asked++) yield [`name ${asked}`, { hash: 'h' }];
    });
    const pieces = jsonText({ files: members, none: lazyMembers(() => []) });
    let text = String(pieces.next().value);
    expect(asked).to.be.within(1, 5_000);
    for (const piece of pieces) text += piece;
    const { files, none } = JSON.parse(text) as { files: object; none: object };
    expect([Object.keys(files).length, none]).to.deep.equal([20_000, {}]);
  });

  it('writes empty lists and objects', () => {
    expect(written({ a: () => [], b: new Map() })).to.deep.equal({ a: [], b: {} });
  });

  it('of items that come one by one is the same', async () => {
    const items = Array.from({ length: 5_000 }, (_, id) => ({ id, name: 'é"' }));
    const coming = async function* () {
      for (const item of items) yield await Promise.resolve(item);
    };
    const none = async function* () {
      yield* await Promise.resolve([]);
    };
    const pieces: string[] = [];
    for await (const piece of streamedJson({ a: 1, items: coming, none, list: () => items, z: null }))
      pieces.push(piece);
    expect(pieces.join('')).to.equal(JSON.stringify({ a: 1, items, none: [], list: items, z: null }));
    expect(Math.max(...pieces.map(({ length }) => length))).to.be.below(100_000);
    expect(() => [...jsonText({ coming })]).to.throw(TypeError);
  });

  it('gives each member that is waited for before the next one is asked for', async () => {
    let asked = 0;
    const members = laterMembers(async function* () {
      for (const value of [1, [], { b: 'é' }, Array.from({ length: 2_000 }, () => 'x'.repeat(50))]) {
        asked += 1;
        yield await Promise.resolve([`m${asked}`, value]);
      }
    });
    const pieces = streamedJson(members);
    expect([(await pieces.next()).value, asked]).to.deep.equal(['{"m1":1', 1]);
    let text = '{"m1":1';
    for await (const piece of pieces) text += piece;
    const { m3, m4 } = JSON.parse(text) as { m3: object; m4: string[] };
    expect([m3, m4.length]).to.deep.equal([{ b: 'é' }, 2_000]);
    const nothing = streamedJson(
      laterMembers(async function* () {
        yield* await Promise.resolve([]);
      }),
    );
    expect((await nothing.next()).value).to.equal('{}');
  });

  it('is short where it is one piece that needs no waiting', () => {
    const coming = async function* () {
      yield await Promise.resolve(1);
    };
    expect(shortJson({ a: [1] })).to.equal('{"a":[1]}');
    expect(shortJson({ a: 'x'.repeat(40_000) })).to.equal(null);
    expect(shortJson({ coming })).to.equal(null);
  });
});
