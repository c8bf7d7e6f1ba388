import { expect } from 'chai';
import { APPEND_LIMITS, type EventStore } from '../../../events/store.js';
import { all, newStream, note, notes, rejection, streamTexts, type NoteFact } from './notes.js';

const { factBytes, appendBytes, facts: factLimit } = APPEND_LIMITS;
const quarter = (): string => 'x'.repeat(appendBytes / 4);

export const describeAppending = (store: () => EventStore): void => {
  describe('appending', () => {
    it('counts revisions from zero', async () => {
      const stream = newStream();
      expect((await store().append(stream, notes('a'), 'none')).revision).to.equal(0n);
      expect((await store().append(stream, notes('b', 'c'), 0n)).revision).to.equal(2n);
      expect((await all(store().read(stream))).map((fact) => fact.revision)).to.deep.equal([0n, 1n, 2n]);
    });

    it('answers the position of the last fact', async () => {
      const stream = newStream();
      const { position } = await store().append(stream, notes('a', 'b'), 'none');
      expect((await all(store().read(stream))).at(-1)?.position).to.equal(position);
      expect(await store().head()).to.equal(position);
    });

    it('shows what it acknowledged at once, to both kinds of reader', async () => {
      const stream = newStream();
      const { position } = await store().append(stream, notes('a'), 'none');
      expect(await streamTexts(store(), stream)).to.deep.equal(['a']);
      expect((await all(store().readAll())).at(-1)?.position).to.equal(position);
    });

    it('gives facts back as they were proposed', async () => {
      const stream = newStream();
      const traced = note('é e\u0301 😀 \u0000 "quoted" \u2028 line');
      const proposed = { ...traced, metadata: { ...traced.metadata, traceparent: '00-abc-def-01' } };
      const { position } = await store().append(stream, [proposed], 'none');
      const expected = { ...proposed, stream, revision: 0n, position };
      expect(await all(store().read<NoteFact>(stream))).to.deep.equal([expected]);
      expect(await all(store().readAll<NoteFact>({ categories: ['note'] }))).to.deep.equal([expected]);
    });

    it('takes streams with names in any script', async () => {
      const stream = `${newStream()}-größe/Ж 😀`;
      await store().append(stream, notes('a'), 'none');
      expect((await all(store().read(stream)))[0]?.stream).to.equal(stream);
    });

    for (const name of ['', 'note', 'note-', '-note', '$note-1', 'note-\ud800', 'note-a\0b']) {
      it(`refuses the stream name ${JSON.stringify(name)}`, async () => {
        expect(await rejection(store().append(name, notes('a'), 'none'))).to.include({ code: 'stream-name-invalid' });
      });
    }

    it('writes all facts of an append or none', async () => {
      const stream = newStream();
      const wrong = { ...note('c'), type: 'NoteForged' } as unknown as NoteFact;
      const refused = [...notes('a', 'b'), wrong as ReturnType<typeof note>];
      expect(await rejection(store().append(stream, refused, 'none'))).to.include({ code: 'fact-not-encodable' });
      expect(await streamTexts(store(), stream)).to.deep.equal([]);
    });

    it('refuses data that would not come back the same', async () => {
      const stream = newStream();
      const broken = note('\ud800');
      expect(await rejection(store().append(stream, [broken], 'none'))).to.include({ code: 'fact-not-encodable' });
      expect(await store().head()).to.equal(null);
    });

    it('refuses a fact over the limit and takes one just below', async () => {
      const stream = newStream();
      const tooLarge = store().append(stream, notes('x'.repeat(factBytes)), 'none');
      expect(await rejection(tooLarge)).to.include({ code: 'append-too-large', transient: false });
      await store().append(stream, notes('x'.repeat(factBytes - 1000)), 'none');
      expect(await all(store().read(stream))).to.have.length(1);
    });

    it('counts the bytes of a text, not its characters', async () => {
      const refused = store().append(newStream(), notes('é'.repeat(factBytes - 1000)), 'none');
      expect(await rejection(refused)).to.include({ code: 'append-too-large' });
    });

    it('refuses facts that are too large together', async () => {
      const stream = newStream();
      const four = notes(quarter(), quarter(), quarter(), quarter());
      expect(await rejection(store().append(stream, four, 'none'))).to.include({ code: 'append-too-large' });
      await store().append(stream, four.slice(1), 'none');
      expect(await all(store().read(stream))).to.have.length(3);
    });

    it(`takes ${factLimit} facts at once and not one more`, async () => {
      const stream = newStream();
      const many = Array.from({ length: factLimit + 1 }, (_, index) => note(`${index}`));
      expect(await rejection(store().append(stream, many, 'none'))).to.include({ code: 'append-too-large' });
      expect((await store().append(stream, many.slice(1), 'none')).revision).to.equal(BigInt(factLimit - 1));
    });

    it('lets exactly one of many rivals write', async () => {
      const stream = newStream();
      const rivals = Array.from({ length: 20 }, (_, index) => store().append(stream, notes(`${index}`), 'none'));
      const outcomes = await Promise.allSettled(rivals);
      expect(outcomes.filter((each) => each.status === 'fulfilled')).to.have.length(1);
      expect(await streamTexts(store(), stream)).to.have.length(1);
    });

    it('does not let a refused append harm those that wait with it', async () => {
      const [stream, other] = [newStream(), newStream()];
      const outcomes = await Promise.allSettled([
        store().append(stream, notes('a'), 'none'),
        store().append(stream, notes('rival'), 'none'),
        store().append(stream, notes('b'), 0n),
        store().append(other, notes('c'), 'none'),
      ]);
      expect(outcomes.map((each) => each.status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
      expect(await streamTexts(store(), stream)).to.deep.equal(['a', 'b']);
      expect(await streamTexts(store(), other)).to.deep.equal(['c']);
    });
  });
};
