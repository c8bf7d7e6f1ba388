import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { EventStore } from '../../../events/store.js';
import { all, newStream, note, notes, streamTexts, textsOf, type NoteFact } from './notes.js';

const MANY = 2500;
const manyTexts = Array.from({ length: MANY }, (_, index) => `${index}`);

/** More facts than any adapter fetches at once. */
const appendMany = async (store: EventStore, stream: string): Promise<void> => {
  for (let start = 0; start < MANY; start += 500) {
    await store.append(stream, notes(...manyTexts.slice(start, start + 500)), BigInt(start - 1));
  }
};

export const describeReading = (store: () => EventStore): void => {
  describe('reading a stream', () => {
    it('yields nothing where there is none', async () => {
      expect(await streamTexts(store(), newStream())).to.deep.equal([]);
      expect(await textsOf(store().read<NoteFact>(newStream(), { direction: 'backwards' }))).to.deep.equal([]);
    });

    const cases = [
      { options: {}, texts: 'abcd' },
      { options: { from: 1n }, texts: 'bcd' },
      { options: { from: 3n }, texts: 'd' },
      { options: { from: 4n }, texts: '' },
      { options: { from: 1n, limit: 2 }, texts: 'bc' },
      { options: { limit: 0 }, texts: '' },
      { options: { limit: 9 }, texts: 'abcd' },
      { options: { direction: 'backwards' }, texts: 'dcba' },
      { options: { direction: 'backwards', limit: 1 }, texts: 'd' },
      { options: { direction: 'backwards', from: 2n }, texts: 'cba' },
      { options: { direction: 'backwards', from: 0n }, texts: 'a' },
      { options: { direction: 'backwards', from: 9n, limit: 2 }, texts: 'dc' },
    ] as const;
    for (const { options, texts } of cases) {
      const asked = Object.entries(options).map(([name, value]) => `${name} ${value}`);
      it(`begins with the revision asked for and keeps the limit: ${asked.join(', ') || 'everything'}`, async () => {
        const stream = newStream();
        await store().append(stream, notes('a', 'b', 'c', 'd'), 'none');
        expect((await textsOf(store().read<NoteFact>(stream, options))).join('')).to.equal(texts);
      });
    }

    it('gives a long stream whole, in order, both ways', async () => {
      const stream = newStream();
      await appendMany(store(), stream);
      expect(await streamTexts(store(), stream)).to.deep.equal(manyTexts);
      const backwards = await textsOf(store().read<NoteFact>(stream, { direction: 'backwards' }));
      expect(backwards).to.deep.equal(manyTexts.toReversed());
    });

    it('may be left in the middle and begun again', async () => {
      const stream = newStream();
      await store().append(stream, notes('a', 'b', 'c'), 'none');
      const facts = store().read<NoteFact>(stream);
      for await (const fact of facts) if (fact.data.text === 'b') break;
      expect(await textsOf(facts)).to.deep.equal(['a', 'b', 'c']);
    });

    it('keeps streams apart whose appends waited together', async () => {
      const streams = Array.from({ length: 50 }, () => newStream());
      await Promise.all(streams.map((stream) => store().append(stream, notes(`${stream} 0`, `${stream} 1`), 'none')));
      for (const stream of streams) {
        expect(await streamTexts(store(), stream)).to.deep.equal([`${stream} 0`, `${stream} 1`]);
      }
    });
  });

  describe('reading all', () => {
    it('yields nothing from an empty log, whose head is null', async () => {
      expect(await all(store().readAll())).to.deep.equal([]);
      expect(await store().head()).to.equal(null);
      expect(await store().newestAt()).to.equal(null);
    });

    it('knows when the newest fact happened, whichever stream it is in', async () => {
      const at = (minute: number): string => `2026-11-21T06:0${minute}:00.0000000Z`;
      for (const minute of [5, 3]) {
        const written = note();
        const fact = { ...written, metadata: { ...written.metadata, occurredAt: at(minute) } };
        await store().append(newStream(), [fact, { ...note(), metadata: fact.metadata }], 'none');
        expect(await store().newestAt()).to.equal(at(minute));
      }
    });

    it('gives the facts of all streams in the order of their appends, by rising positions', async () => {
      const [one, two] = [newStream(), newStream()];
      await store().append(one, notes('a', 'b'), 'none');
      await store().append(two, notes('c'), 'none');
      await store().append(one, notes('d'), 1n);
      const facts = await all(store().readAll<NoteFact>());
      expect(facts.map((fact) => fact.data.text)).to.deep.equal(['a', 'b', 'c', 'd']);
      const positions = facts.map((fact) => fact.position);
      expect(positions).to.deep.equal([...new Set(positions)].toSorted());
    });

    it('resumes after a position, without the fact that stands there', async () => {
      const { position } = await store().append(newStream(), notes('a', 'b'), 'none');
      await store().append(newStream(), notes('c', 'd'), 'none');
      const after = position ?? undefined;
      expect(await textsOf(store().readAll<NoteFact>({ after }))).to.deep.equal(['c', 'd']);
      const head = (await store().head()) ?? undefined;
      expect(await all(store().readAll({ after: head }))).to.deep.equal([]);
    });

    it('reads back from before a position, the newest first, down to another one', async () => {
      const { position: second } = await store().append(newStream(), notes('a', 'b'), 'none');
      await store().append(newStream('other'), notes('x'), 'none');
      const { position: last } = await store().append(newStream(), notes('c', 'd'), 'none');
      const [after, before] = [second ?? undefined, last!];
      expect(await textsOf(store().readAll<NoteFact>({ before }))).to.deep.equal(['c', 'x', 'b', 'a']);
      expect(await textsOf(store().readAll<NoteFact>({ before, after }))).to.deep.equal(['c', 'x']);
      expect(await textsOf(store().readAll<NoteFact>({ before, limit: 2 }))).to.deep.equal(['c', 'x']);
      expect(await textsOf(store().readAll<NoteFact>({ before: 'end', after }))).to.deep.equal(['d', 'c', 'x']);
      const filtered = store().readAll<NoteFact>({ before, categories: ['note'], limit: 2 });
      expect(await textsOf(filtered)).to.deep.equal(['c', 'b']);
      expect(await all(store().readAll({ before: after, after }))).to.deep.equal([]);
    });

    it('keeps the limit, with a filter too', async () => {
      await store().append(newStream('other'), notes('x', 'y'), 'none');
      await store().append(newStream(), notes('a', 'b', 'c'), 'none');
      expect(await textsOf(store().readAll<NoteFact>({ limit: 3 }))).to.deep.equal(['x', 'y', 'a']);
      const filtered = store().readAll<NoteFact>({ limit: 2, categories: ['note'] });
      expect(await textsOf(filtered)).to.deep.equal(['a', 'b']);
      expect(await all(store().readAll({ limit: 0 }))).to.deep.equal([]);
    });

    it('gives only the categories asked for, and takes the category up to the first dash', async () => {
      const id = randomUUID();
      await store().append(`note-${id}-2`, notes('a'), 'none');
      await store().append(`noted-${id}`, notes('b'), 'none');
      await store().append(`letter-note-${id}`, notes('c'), 'none');
      expect(await textsOf(store().readAll<NoteFact>({ categories: ['note'] }))).to.deep.equal(['a']);
      expect(await textsOf(store().readAll<NoteFact>({ categories: ['letter', 'note'] }))).to.deep.equal(['a', 'c']);
      expect(await textsOf(store().readAll<NoteFact>({ categories: [] }))).to.deep.equal([]);
    });

    it('gives a long log whole, with facts of every size', async () => {
      await appendMany(store(), newStream());
      const large = Array.from({ length: 12 }, (_, index) => note(`${index}`.repeat(200_000 / `${index}`.length)));
      for (const fact of large) await store().append(newStream('large'), [fact], 'none');
      const texts = await textsOf(store().readAll<NoteFact>());
      expect(texts).to.deep.equal([...manyTexts, ...large.map((fact) => fact.data.text)]);
    });

    it('ends at the head that it found at its beginning, while facts go on being appended', async () => {
      await appendMany(store(), newStream());
      const texts: string[] = [];
      for await (const fact of store().readAll<NoteFact>()) {
        if (texts.push(fact.data.text) % 500 === 0) await store().append(newStream(), notes('later'), 'none');
      }
      expect(texts).to.deep.equal(manyTexts);
    });

    it('gives a long log whole backwards', async () => {
      await appendMany(store(), newStream());
      const { position } = await store().append(newStream(), notes('last'), 'none');
      const back = await textsOf(store().readAll<NoteFact>({ before: position! }));
      expect(back).to.deep.equal(manyTexts.toReversed());
    });
  });
};
