import { expect } from 'chai';
import type { EventStore, ExpectedRevision } from '../../../events/store.js';
import { newStream, note, notes, rejection, streamTexts } from './notes.js';

export const describeExpectations = (store: () => EventStore): void => {
  describe('expecting a revision', () => {
    /** A stream that holds `texts`, each from an append of its own. */
    const streamOf = async (...texts: readonly string[]): Promise<string> => {
      const stream = newStream();
      let revision = -1n;
      for (const fact of notes(...texts)) ({ revision } = await store().append(stream, [fact], revision));
      return stream;
    };

    const conflict = async (stream: string, expected: ExpectedRevision, facts = notes('late')): Promise<unknown> => {
      const before = await streamTexts(store(), stream);
      const error = await rejection(store().append(stream, facts, expected));
      expect(await streamTexts(store(), stream)).to.deep.equal(before);
      return error;
    };

    it('conflicts beyond the end of the stream, and says where the stream is', async () => {
      const stream = await streamOf('a', 'b');
      const error = await conflict(stream, 2n);
      expect(error).to.include({ code: 'revision-conflict', stream, expected: 2n, actual: 1n });
      expect(await conflict(newStream(), 0n)).to.include({ code: 'revision-conflict', actual: 'none' });
      expect(await conflict(stream, 2n ** 63n)).to.include({ code: 'revision-conflict' });
    });

    it('conflicts behind the end of the stream when other facts stand there', async () => {
      const stream = await streamOf('a', 'b');
      expect(await conflict(stream, 0n)).to.include({ code: 'revision-conflict', expected: 0n, actual: 1n });
      expect(await conflict(stream, 'none')).to.include({ code: 'revision-conflict', expected: 'none', actual: 1n });
    });

    it('writes at the end of the stream', async () => {
      const stream = await streamOf('a');
      expect((await store().append(stream, notes('b'), 0n)).revision).to.equal(1n);
      expect((await store().append(stream, notes('c'), 'exists')).revision).to.equal(2n);
      expect((await store().append(stream, notes('d'), 'any')).revision).to.equal(3n);
    });

    it('takes any for a stream that does not exist, and exists for none', async () => {
      expect((await store().append(newStream(), notes('a'), 'any')).revision).to.equal(0n);
      expect(await conflict(newStream(), 'exists')).to.include({ code: 'revision-conflict', actual: 'none' });
    });

    it('does not look at ids at the end of the stream: the same facts are written again', async () => {
      const stream = newStream();
      const facts = notes('a');
      await store().append(stream, facts, 'none');
      expect((await store().append(stream, facts, 0n)).revision).to.equal(1n);
      expect(await streamTexts(store(), stream)).to.deep.equal(['a', 'a']);
    });

    it('treats the same id in another stream as another fact', async () => {
      const fact = note('a');
      await store().append(newStream(), [fact], 'any');
      expect((await store().append(newStream(), [fact], 'any')).revision).to.equal(0n);
    });
  });

  describe('repeating an append', () => {
    for (const expected of [0n, 'none', 'any', 'exists'] as const) {
      it(`answers as the first time, expecting ${expected}, also after the stream moved on`, async () => {
        const stream = newStream();
        if (expected !== 'none') await store().append(stream, notes('before'), 'none');
        const facts = notes('a', 'b');
        const first = await store().append(stream, facts, expected);
        const texts = await streamTexts(store(), stream);
        expect(await store().append(stream, facts, expected)).to.deep.equal(first);
        expect(await streamTexts(store(), stream)).to.deep.equal(texts);

        await store().append(stream, notes('after'), first.revision);
        expect(await store().append(stream, facts, expected)).to.deep.equal(first);
        expect(await streamTexts(store(), stream)).to.deep.equal([...texts, 'after']);
      });

      it(`conflicts, expecting ${expected}, when only some of the facts are known`, async () => {
        const stream = newStream();
        if (expected !== 'none') await store().append(stream, notes('before'), 'none');
        const known = note('a');
        await store().append(stream, [known], expected);
        const texts = await streamTexts(store(), stream);
        const error = await rejection(store().append(stream, [known, note('new')], expected));
        expect(error).to.include({ code: 'revision-conflict' });
        expect(await streamTexts(store(), stream)).to.deep.equal(texts);
      });
    }

    it('recognises both when they wait together', async () => {
      const stream = newStream();
      const facts = notes('a', 'b');
      const answers = await Promise.all([store().append(stream, facts, 'none'), store().append(stream, facts, 'none')]);
      expect(answers[1]).to.deep.equal(answers[0]);
      expect(await streamTexts(store(), stream)).to.deep.equal(['a', 'b']);
    });

    it('recognises a part of an earlier append that begins where it began', async () => {
      const stream = newStream();
      const facts = notes('a', 'b', 'c');
      await store().append(stream, facts, 'none');
      expect((await store().append(stream, facts.slice(0, 2), 'none')).revision).to.equal(1n);
      expect((await store().append(stream, facts.slice(1), 0n)).revision).to.equal(2n);
    });

    it('conflicts when the same facts come in another order', async () => {
      const stream = newStream();
      const facts = notes('a', 'b');
      await store().append(stream, facts, 'none');
      const error = await rejection(store().append(stream, facts.toReversed(), 'none'));
      expect(error).to.include({ code: 'revision-conflict' });
    });
  });

  describe('appending nothing', () => {
    it('answers where the stream is, and changes nothing', async () => {
      const stream = newStream();
      expect(await store().append(stream, [], 'none')).to.deep.equal({ revision: -1n, position: null });
      expect((await store().append(stream, [], 'any')).revision).to.equal(-1n);
      const written = await store().append(stream, notes('a'), 'none');
      for (const expected of [0n, 'any', 'exists'] as const) {
        expect((await store().append(stream, [], expected)).revision).to.equal(0n);
      }
      expect(await store().head()).to.equal(written.position);
    });

    it('conflicts wherever something would', async () => {
      const stream = newStream();
      expect(await rejection(store().append(stream, [], 'exists'))).to.include({ code: 'revision-conflict' });
      expect(await rejection(store().append(stream, [], 0n))).to.include({ code: 'revision-conflict' });
      await store().append(stream, notes('a', 'b'), 'none');
      expect(await rejection(store().append(stream, [], 0n))).to.include({ code: 'revision-conflict' });
      expect(await rejection(store().append(stream, [], 'none'))).to.include({ code: 'revision-conflict' });
    });
  });
};
