import { expect } from 'chai';
import type { Position } from '../../events/envelope.js';
import {
  KEY,
  type CollectionShape,
  type Condition,
  type Documents,
  type DocumentStore,
  type Generation,
} from '../../projections/documents.js';
import { registerContract } from './document-store/registers.js';

interface Letter {
  readonly writer: string;
  readonly year: number | null;
  readonly sealed: boolean;
  readonly place?: { readonly town: string };
}

const shape: CollectionShape = { name: 'letters', indexes: [['writer', 'year']], queries: {} };
const at = (position: number): Position => String(position).padStart(20, '0') as Position;
const first: Generation = { number: 1, version: 1 };

/** What every document store promises; `reopen` gives the same store as another process would find it. */
export const documentStoreContract = (
  name: string,
  open: () => Promise<{ store: DocumentStore; reopen: () => Promise<DocumentStore>; close: () => Promise<void> }>,
): void => {
  describe(`document store contract: ${name}`, () => {
    let opened: Awaited<ReturnType<typeof open>>;
    let store: DocumentStore;
    let letters: Documents<Letter>;
    beforeEach(async () => {
      opened = await open();
      store = opened.store;
      letters = await store.prepare<Letter>(shape, first);
    });
    afterEach(() => opened.close());

    const file = (key: string, doc: Letter | null, position: number): Promise<void> =>
      letters.save([{ key, doc, position: at(position) }]);
    const ada: Letter = { writer: 'Ada', year: 1843, sealed: true };

    it('gives back what was saved, and null for what never was', async () => {
      await file('a', ada, 1);
      expect(await letters.get('a')).to.deep.equal(ada);
      expect(await letters.get('b')).to.equal(null);
    });

    it('refuses a key with a NUL rather than take it for another', async () => {
      await file('a', ada, 1);
      const refused = await file('a\0b', ada, 2).then(
        () => 'saved',
        () => 'refused',
      );
      expect(refused).to.equal('refused');
      expect(await letters.get('a\0b')).to.equal(null);
      expect([...(await letters.load(['a', 'a\0b'])).keys()]).to.deep.equal(['a']);
    });

    it('loads nothing from a collection that is not there, which has no id', async () => {
      const gone = await store.open<Letter>(shape, { number: 99, version: 1 });
      const refused = await gone.load(['a']).then(
        () => 'loaded',
        () => 'refused',
      );
      expect(refused).to.equal('refused');
      expect(await gone.collectionId()).to.equal(null);
      expect(await letters.collectionId()).to.be.a('string');
    });

    it('keeps the newer document when an older change comes late', async () => {
      await file('a', { ...ada, year: 1844 }, 5);
      await file('a', ada, 3);
      expect(await letters.get('a')).to.deep.include({ year: 1844 });
    });

    it('applies a change once, however often it is repeated', async () => {
      await file('a', ada, 5);
      await file('a', { ...ada, year: 1 }, 5);
      expect(await letters.get('a')).to.deep.equal(ada);
    });

    it('decides by the positions, whatever was there when it was loaded', async () => {
      const rival = await store.open<Letter>(shape, first);
      const meanwhile = (key: string, year: number, position: number): Promise<void> =>
        rival.save([{ key, doc: { ...ada, year }, position: at(position) }]);
      expect((await letters.load(['a', 'b'])).size).to.equal(0);
      await meanwhile('a', 1900, 9);
      await meanwhile('b', 1800, 1);
      await letters.save(['a', 'b'].map((key) => ({ key, doc: ada, position: at(5) })));
      expect(await letters.get('a')).to.deep.include({ year: 1900 });
      expect(await letters.get('b')).to.deep.include({ year: 1843 });
    });

    it('does not let an older change bring a removed document back', async () => {
      await file('a', ada, 1);
      await file('a', null, 3);
      await file('a', ada, 2);
      expect(await letters.get('a')).to.equal(null);
      expect(await letters.count({ all: [] })).to.equal(0);
      expect((await letters.load(['a'])).get('a')).to.deep.equal({ doc: null, position: at(3) });
    });

    it('gives back odd keys and values as they were', async () => {
      const odd = {
        $set: { 'a.b': '$writer', '': [null, { $gt: 1 }, []] },
        __proto: 'x',
        text: '\u{1f4dc} \u{ffff} \u0000 "\\',
        numbers: [0, -1.5, 2 ** 53, 1e300, 5e-324],
        date: '2026-01-01T00:00:00.0000000Z',
      };
      const keys = ['', '$a', 'a.b', '\u{1f4dc}', ' ', 'é', 'e\u0301', 'A', 'a', '0', 'constructor', 'k'.repeat(4_000)];
      const documents = await store.prepare<typeof odd & { key: string }>(shape, first);
      await documents.save(keys.map((key, index) => ({ key, position: at(index + 1), doc: { ...odd, key } })));
      for (const key of keys) expect(await documents.get(key), key).to.deep.equal({ ...odd, key });
      const loaded = await documents.load([...keys, 'none']);
      expect([...loaded.keys()].sort()).to.deep.equal([...keys].sort());
      expect(loaded.get('é')?.position).to.equal(at(6));
    });

    it('finds long texts by an indexed field', async () => {
      const writer = 'w'.repeat(3_000);
      await file('a', { ...ada, writer }, 1);
      expect(await letters.count({ field: 'writer', is: writer })).to.equal(1);
    });

    it('saves many changes at once', async () => {
      const many = Array.from({ length: 2_500 }, (_, index) => ({
        key: `k${index}`,
        position: at(index + 1),
        doc: { ...ada, year: index },
      }));
      await letters.save(many);
      await letters.save(many);
      expect(await letters.count({ all: [] })).to.equal(2_500);
      expect((await letters.load(many.map(({ key }) => key))).size).to.equal(2_500);
    });

    describe('asked with a condition', () => {
      beforeEach(() =>
        letters.save([
          { key: '1', position: at(1), doc: { writer: 'Ada', year: 1843, sealed: true, place: { town: 'London' } } },
          { key: '2', position: at(2), doc: { writer: 'Ada', year: 1842, sealed: false } },
          { key: '3', position: at(3), doc: { writer: 'Adam', year: null, sealed: false } },
          { key: '4', position: at(4), doc: { writer: '\u{ffff}', year: 1900, sealed: true } },
          { key: '5', position: at(5), doc: { writer: '\u{1f4dc}', year: 1900, sealed: true } },
        ]),
      );
      const found = async (where: Condition): Promise<string> => {
        const writers = (await letters.find({ where })).map((letter) => `${letter.writer}${letter.year ?? ''}`);
        expect(await letters.count(where)).to.equal(writers.length);
        return writers.join(' ');
      };

      it('finds equals, booleans, nulls and nested fields', async () => {
        expect(await found({ field: 'writer', is: 'Ada' })).to.equal('Ada1843 Ada1842');
        expect(await found({ field: 'sealed', is: false })).to.equal('Ada1842 Adam');
        expect(await found({ field: 'year', is: null })).to.equal('Adam');
        expect(await found({ field: 'place.town', is: 'London' })).to.equal('Ada1843');
        expect(await found({ field: 'place.town', exists: false })).to.contain('Adam');
      });

      it('finds one of several, prefixes and ranges, and never null by a range', async () => {
        expect(await found({ field: 'year', oneOf: [1842, 1843] })).to.equal('Ada1843 Ada1842');
        expect(await found({ field: 'writer', startsWith: 'Ada' })).to.equal('Ada1843 Ada1842 Adam');
        expect(await found({ field: 'year', atLeast: 1842, below: 1843 })).to.equal('Ada1842');
        expect(await found({ field: 'year', above: 1842, below: 1900 })).to.equal('Ada1843');
        expect(await found({ field: 'year', below: 3000 })).not.to.contain('Adam');
      });

      it('joins conditions with and, and with or', async () => {
        const sealedAda: Condition = {
          all: [
            { field: 'writer', is: 'Ada' },
            { field: 'sealed', is: true },
          ],
        };
        expect(await found(sealedAda)).to.equal('Ada1843');
        expect(await found({ any: [sealedAda, { field: 'writer', is: 'Adam' }] })).to.equal('Ada1843 Adam');
        expect(await found({ any: [] })).to.equal('');
      });

      it('sorts by several fields, orders text by its UTF-8 bytes, and ends every order in the key', async () => {
        const sorted = await letters.find({
          where: { all: [] },
          sort: [{ field: 'year', descending: true }, { field: 'writer' }],
        });
        expect(sorted.map((letter) => letter.writer)).to.deep.equal(['\u{ffff}', '\u{1f4dc}', 'Ada', 'Ada', 'Adam']);
      });

      it('sorts ties by the key in the direction of the last field', async () => {
        const years = async (descending: boolean): Promise<unknown> =>
          (await letters.find({ where: { all: [] }, sort: [{ field: 'sealed', descending }] })).map(({ year }) => year);
        expect(await years(false)).to.deep.equal([1842, null, 1843, 1900, 1900]);
        expect(await years(true)).to.deep.equal([1900, 1900, 1843, null, 1842]);
      });

      it('sorts what lacks a field as null, before everything else', async () => {
        const sorted = await letters.find({ where: { all: [] }, sort: [{ field: 'place.town' }, { field: 'year' }] });
        expect(sorted.map((letter) => letter.year)).to.deep.equal([null, 1842, 1900, 1900, 1843]);
      });

      it('tells apart what is alike but not the same', async () => {
        await letters.save([{ key: '6', position: at(6), doc: { writer: 'ada', year: 1843.5, sealed: false } }]);
        expect(await found({ field: 'writer', is: 'ada' })).to.equal('ada1843.5');
        expect(await found({ field: 'writer', startsWith: '' })).to.contain('Ada1843 ');
        expect(await found({ field: 'writer', startsWith: 'a.a' })).to.equal('');
        expect(await found({ field: 'writer', above: 'ada' })).to.equal('\u{ffff}1900 \u{1f4dc}1900');
        expect(await found({ field: 'year', oneOf: [] })).to.equal('');
        expect(await found({ field: 'year', oneOf: [1842, null] })).to.equal('Ada1842 Adam');
        expect(await found({ field: 'year', atLeast: null })).to.equal('');
      });

      it('gives one page of many', async () => {
        const page = await letters.find({ where: { all: [] }, sort: [{ field: 'sealed' }], skip: 1, limit: 2 });
        expect(page.map((letter) => letter.writer)).to.deep.equal(['Adam', 'Ada']);
      });

      it('takes a field name for nothing but a name', async () => {
        const attempt = (): Promise<unknown> => letters.find({ where: { field: "a') OR 1 --", is: 1 } });
        const outcome = await Promise.resolve()
          .then(attempt)
          .catch((error: unknown) => error);
        expect(outcome).to.be.instanceOf(TypeError);
      });
    });

    it('answers by an index that the query names, without removed documents, also where an earlier version made none', async () => {
      const by = ['sealed', KEY, 'year'];
      const where: Condition = { field: 'sealed', is: true };
      const named: CollectionShape = { name: 'letters', indexes: [by], queries: { sealed: { where, by } } };
      for (const [number, made] of [shape, named].entries()) {
        const generation = { number: number + 2, version: 1 };
        const prepared = await store.prepare<Letter>(made, generation);
        const docs = [ada, { ...ada, year: 1842 }, { ...ada, sealed: false }, null];
        await prepared.save(docs.map((doc, index) => ({ key: String(index), doc, position: at(index + 1) })));
        const opened = await store.open<Letter>(named, generation);
        expect(await opened.count(where, by)).to.equal(2);
        expect(await opened.count({ all: [] }, by)).to.equal(3);
        const found = await opened.find({ where, sort: [{ field: 'sealed', descending: true }], by });
        expect(found.map(({ year }) => year)).to.deep.equal([1842, 1843]);
      }
    });

    it('keeps generations apart', async () => {
      const newer = await store.prepare<Letter>(shape, { number: 2, version: 4 });
      await file('a', ada, 1);
      expect(await newer.get('a')).to.equal(null);
    });

    it('takes a collection and its indexes for what they are when they are made again', async () => {
      await file('a', ada, 1);
      expect(await (await store.prepare<Letter>(shape, first)).get('a')).to.deep.equal(ada);
    });

    registerContract(() => ({ store, shape }));

    it('finds everything again after it was opened anew', async () => {
      const { lease } = (await store.acquireLease('letters', 'ada', (await store.register('letters')).lease))!;
      await store.beginGeneration('letters', lease.epoch, 1, null);
      await file('a', ada, 1);
      await store.saveCheckpoint('letters', lease.epoch, first, { position: at(1) });
      const before = await store.register('letters');
      const again = await opened.reopen();
      expect(await (await again.open<Letter>(shape, first)).get('a')).to.deep.equal(ada);
      expect(await again.register('letters')).to.deep.equal(before);
    });
  });
};
