import { expect } from 'chai';
import { StringPool } from '../../../formats/xml/kept/string-pool.js';

describe('very many strings in little memory', () => {
  const texts = Array.from({ length: 5_000 }, (_each, number) => `objects/føldér 😀/${number % 3_000}.txt`);

  it('are each kept once, under the number that they got first', () => {
    const pool = new StringPool();
    const numbers = texts.map((text) => pool.add(text));
    expect(pool.size).to.equal(3_000);
    expect(numbers.slice(3_000)).to.deep.equal(numbers.slice(0, 2_000));
    expect(numbers.map((number) => pool.at(number))).to.deep.equal(texts);
  });

  it('are found, and others not', () => {
    const pool = new StringPool();
    expect(pool.find('')).to.equal(-1);
    const numbers = ['', 'a', 'ab', 'b'].map((text) => pool.add(text));
    expect(['', 'a', 'ab', 'b', 'c'].map((text) => pool.find(text))).to.deep.equal([...numbers, -1]);
  });

  it('are shared by those who ask for them where they are long', () => {
    const pool = new StringPool();
    const long = ['a', 'é', '😀'].map((text) => text.repeat(200_000));
    const all = [...long, 'short', 'é'.repeat(256)];
    const numbers = [...all, ...long].map((text) => pool.add(text));
    expect(numbers).to.deep.equal([0, 1, 2, 3, 4, 0, 1, 2]);
    expect(all.map((text) => pool.find(text))).to.deep.equal([0, 1, 2, 3, 4]);
    expect(all.every((text, number) => pool.at(number) === text)).to.equal(true);
  });

  it('are forgotten from the last on, as if they had not come', () => {
    const pool = new StringPool();
    const [first, others] = [texts.slice(0, 1_000), texts.slice(1_000, 3_000)];
    first.forEach((text) => pool.add(text));
    for (const again of [others, others.toReversed(), ['x'.repeat(2_000_000)], others]) {
      pool.truncate(1_000);
      expect(others.map((text) => pool.find(text)).every((number) => number === -1)).to.equal(true);
      const numbers = again.map((text) => pool.add(text));
      expect(numbers.map((number) => pool.at(number))).to.deep.equal(again);
    }
    expect(first.map((text) => pool.at(pool.find(text)))).to.deep.equal(first);
    pool.truncate(0);
    expect([pool.size, pool.find('objects'), pool.add('objects')]).to.deep.equal([0, -1, 0]);
  });
});
