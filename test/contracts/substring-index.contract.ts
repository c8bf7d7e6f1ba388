import { expect } from 'chai';
import type { Position } from '../../events/envelope.js';
import { timestampOf } from '../../events/time.js';
import type { FoundTexts, IndexedText, SubstringIndex, WantedText } from '../../projections/search/substring-index.js';
import { literalNeedles, matchingNeedles, otherNeedles } from './substring-index/needles.js';
import { openedOnce } from '../support/platform/opened.js';
import { openedForEach } from '../support/platform/opened.js';

interface OpenedIndex {
  readonly index: SubstringIndex;
  /** Closes it, and gives what another process would find. */
  readonly reopen: () => Promise<SubstringIndex>;
  readonly close: () => Promise<unknown>;
}

const at = (position: number): Position => String(position).padStart(20, '0') as Position;
const FIRST = { page: 0, pageSize: 100 };

/** An entry that was created so many seconds after a fixed time. */
export const textOf = (text: string, seconds = 0, more: Partial<IndexedText> = {}): IndexedText => ({
  ...{ key: text, partition: 'c/g', text, about: { size: text.length } },
  created: timestampOf(new Date(Date.UTC(2026, 0, 1) + seconds * 1_000)),
  ...more,
});

/** What every index of parts of texts promises. */
export const substringIndexContract = (name: string, open: () => Promise<OpenedIndex>): void => {
  describe(`substring index contract: ${name}`, () => {
    const opened = openedForEach(open);
    let index: SubstringIndex;
    let changes = 0;
    beforeEach(() => {
      ({ index } = opened);
      changes = 0;
    });

    const put = (...entries: IndexedText[]): Promise<void> =>
      index.apply({ put: entries, remove: [], position: at(++changes) });
    const found = async (needle: string): Promise<string[]> => {
      const { total, entries } = await index.search(needle, FIRST, '');
      expect(total, `the total for ${needle}`).to.equal(entries.length);
      return entries.map(({ key }) => key);
    };
    const inPartition = async (partition: string): Promise<IndexedText[]> => {
      const all: IndexedText[] = [];
      for await (const batch of index.partition(partition)) all.push(...batch);
      return all;
    };

    describe('what it finds by more than a text', () => {
      const digest = (letter: string): string => letter.repeat(64);
      const day = (number: number): string => `2026-01-0${number}T00:00:00.0000000Z`;
      const file = (text: string, letter: string, changed: number): IndexedText =>
        textOf(text, changed, { about: { sha256: digest(letter), lastModified: day(changed) } });
      const findAll = async (wanted: WantedText, limit = 100): Promise<string[]> => {
        const keys: string[] = [];
        let after: string | null = null;
        do {
          const page: FoundTexts = await index.find(wanted, { after, limit }, '');
          expect(page.entries).to.have.lengthOf.at.most(limit);
          keys.push(...page.entries.map(({ key }) => key));
          after = page.next;
        } while (after !== null);
        return keys;
      };

      beforeEach(() =>
        put(
          file('g/one.tif', 'a', 1),
          file('g/two.tif', 'b', 2),
          file('h/One more.txt', 'a', 3),
          textOf('', 9, { key: 'k' }),
        ),
      );

      it('is every entry with a digest, newest first', async () => {
        expect(await findAll({ sha256: digest('a') })).to.deep.equal(['h/One more.txt', 'g/one.tif']);
        expect(await findAll({ sha256: digest('c') })).to.deep.equal([]);
        // Of digests that begin alike each is compared wholly.
        expect(await findAll({ sha256: `${'a'.repeat(63)}b` })).to.deep.equal([]);
      });

      it('is every entry that was changed since a time', async () => {
        expect(await findAll({ since: day(2) })).to.deep.equal(['h/One more.txt', 'g/two.tif']);
      });

      it('has all that is wanted', async () => {
        expect(await findAll({ text: 'ONE' })).to.deep.equal(['h/One more.txt', 'g/one.tif']);
        expect(await findAll({ text: 'g/' })).to.deep.equal(['g/two.tif', 'g/one.tif']);
        expect(await findAll({ text: 'one', sha256: digest('a'), since: day(2) })).to.deep.equal(['h/One more.txt']);
        expect(await findAll({ text: 'two', sha256: digest('a') })).to.deep.equal([]);
      });

      it('comes page by page', async () => {
        for (const limit of [1, 2, 3])
          for (const wanted of [{ text: 'o' }, { text: 'one' }, { sha256: digest('a') }, { since: day(1) }])
            expect(await findAll(wanted, limit), JSON.stringify(wanted)).to.deep.equal(await findAll(wanted));
      });

      it('follows a change of the bytes', async () => {
        await put(file('g/one.tif', 'c', 4));
        expect(await findAll({ sha256: digest('a') })).to.deep.equal(['h/One more.txt']);
        expect(await findAll({ sha256: digest('c') })).to.deep.equal(['g/one.tif']);
      });
    });

    describe('what it includes', () => {
      it('has no position before the first change, and then that of the last one', async () => {
        expect(await index.position()).to.equal(null);
        await index.apply({ put: [], remove: [], position: at(3) });
        expect(await index.position()).to.equal(at(3));
      });

      it('is still there for the next process', async () => {
        await put(textOf('a/one.tif'), textOf('a/two.tif', 1));
        index = await opened.reopen();
        expect(await index.position()).to.equal(at(1));
        expect(await found('.tif')).to.deep.equal(['a/two.tif', 'a/one.tif']);
        expect(await inPartition('c/g')).to.have.length(2);
      });

      it('ignores a change that it has, or that is before one that it has', async () => {
        await index.apply({ put: [textOf('one')], remove: [], position: at(5) });
        await index.apply({ put: [textOf('two')], remove: ['one'], position: at(5) });
        await index.apply({ put: [textOf('three')], remove: ['one'], position: at(4) });
        expect(await found('o')).to.deep.equal(['one']);
        expect(await index.position()).to.equal(at(5));
      });

      it('takes a change wholly or not at all', async () => {
        await put(textOf('one'));
        const change = { put: [textOf('two'), textOf('three', 0, { created: 'yesterday' })], remove: ['one'] };
        const refusal = await index.apply({ ...change, position: at(9) }).catch((error: unknown) => error);
        expect(refusal).to.be.instanceOf(RangeError);
        const many = Array.from({ length: 1_500 }, (_, number) => textOf(`many-o-${number}`));
        const notPlain = [...many, textOf('function', 0, { about: { no: () => 'JSON' } })];
        expect(await index.apply({ put: notPlain, remove: [], position: at(9) }).catch(() => 'refused')).to.equal(
          'refused',
        );
        expect(await found('o')).to.deep.equal(['one']);
        expect(await index.position()).to.equal(at(1));
        await put(textOf('two'));
        expect(await found('two')).to.deep.equal(['two']);
      });

      it('takes a large change wholly or not at all, and removes before it puts', async () => {
        const many = Array.from({ length: 1_200 }, (_, number) => textOf(`many-${number}`));
        const keys = many.map(({ key }) => key);
        await put(...many);
        const unusable = textOf('unusable', 0, { created: 'yesterday' });
        const change = { put: [...many.slice(0, 600), unusable, textOf('last')], remove: keys, position: at(8) };
        expect(await index.apply(change).catch((error: unknown) => error)).to.be.instanceOf(RangeError);
        expect((await index.search('many', FIRST, '')).total).to.equal(1_200);
        await index.apply({ put: many.slice(0, 600), remove: keys, position: at(9) });
        expect((await index.search('many', FIRST, '')).total).to.equal(600);
        expect(await index.position()).to.equal(at(9));
      });

      it('replaces an entry of the same key, of which the last one of a change counts', async () => {
        await put(textOf('old', 0, { key: 'k', about: { version: 1 } }));
        await put(
          textOf('lost', 0, { key: 'k' }),
          textOf('new', 5, { key: 'k', partition: 'p', about: { version: 2 } }),
        );
        expect(await found('old')).to.deep.equal([]);
        expect(await found('lost')).to.deep.equal([]);
        const { entries } = await index.search('new', FIRST, '');
        expect(entries).to.deep.equal([textOf('new', 5, { key: 'k', partition: 'p', about: { version: 2 } })]);
        expect(await inPartition('c/g')).to.deep.equal([]);
      });

      it('replaces what is told of an entry while it is found as before', async () => {
        await put(textOf('same'), textOf('other', 1));
        await put(textOf('same', 0, { partition: 'p', about: { moved: true } }));
        const { entries } = await index.search('same', FIRST, '');
        expect(entries).to.deep.equal([textOf('same', 0, { partition: 'p', about: { moved: true } })]);
        expect(await inPartition('p')).to.have.length(1);
      });

      it('removes entries, and ignores keys that it does not know', async () => {
        await put(textOf('one'), textOf('two'));
        await index.apply({ put: [], remove: ['one', 'unknown', 'one'], position: at(2) });
        expect(await found('o')).to.deep.equal(['two']);
        expect(await inPartition('c/g')).to.have.length(1);
      });

      it('gives back what was put in, whatever text or JSON it is', async () => {
        const about = { nothing: null, list: [1, { a: 'ü' }], 'a "name"': false, text: '\u0000', half: 0.5 };
        const entry = textOf('A/ﬁ \u0000\uffff😀', 0, { key: 'k\u0000ey', partition: 'ü/\u0007', about });
        await put({ ...entry, created: '2026-01-01T00:00:00.0000007Z' }, textOf('', 0, { key: '', about: {} }));
        const { entries } = await index.search('a/', FIRST, '');
        expect(entries).to.deep.equal([{ ...entry, created: '2026-01-01T00:00:00.0000007Z' }]);
        expect(await inPartition('c/g')).to.deep.equal([textOf('', 0, { key: '', about: {} })]);
      });
    });

    describe('the order of what it finds', () => {
      it('is by time, newest first, and then by key as UTF-8, whatever came first into the index', async () => {
        await put(textOf('b.tif', 5), textOf('old.tif', 1), textOf('\uffee.tif', 5));
        await put(textOf('new.tif', 9), textOf('a.tif', 5), textOf('😀.tif', 5));
        await put(textOf('c.tif', 5), textOf('between.tif', 3));
        const expected = ['new.tif', 'a.tif', 'b.tif', 'c.tif', '\uffee.tif', '😀.tif', 'between.tif', 'old.tif'];
        expect(await found('.tif')).to.deep.equal(expected);
        expect(await found('.t')).to.deep.equal(expected);
      });

      it('counts all and gives one page, also beyond the end', async () => {
        await put(...Array.from({ length: 25 }, (_, number) => textOf(`f${number}`, number)));
        const page = (number: number) => index.search('f', { page: number, pageSize: 10 }, '');
        expect((await page(0)).entries.map(({ key }) => key)).to.deep.equal(numbered(24, 15));
        expect((await page(1)).entries.map(({ key }) => key)).to.deep.equal(numbered(14, 5));
        expect((await page(2)).entries.map(({ key }) => key)).to.deep.equal(numbered(4, 0));
        expect(await page(3)).to.deep.equal({ total: 25, entries: [] });
        expect(await page(2 ** 40)).to.deep.equal({ total: 25, entries: [] });
      });
    });

    it('gives the entries of a partition in batches, and no others', async () => {
      const entries = Array.from({ length: 1_200 }, (_, number) => textOf(`f${number}`, number % 3));
      await put(...entries, textOf('elsewhere', 0, { partition: 'c' }));
      const sizes: number[] = [];
      for await (const batch of index.partition('c/g')) sizes.push(batch.length);
      expect(sizes.length).to.be.greaterThan(1);
      expect((await inPartition('c/g')).map(({ key }) => key)).to.have.members(entries.map(({ key }) => key));
      expect(await inPartition('unknown')).to.deep.equal([]);
    });

    it('answers with all of a change or nothing of it while changes are made', async () => {
      const totals: number[] = [];
      const done = new AbortController();
      const searching = (async () => {
        while (!done.signal.aborted) totals.push((await index.search('f', { page: 0, pageSize: 1 }, '')).total);
      })();
      for (let round = 0; round < 10; round++) {
        await put(...Array.from({ length: 30 }, (_, number) => textOf(`f${round}/${number}`, number)));
        expect((await index.search('f', FIRST, '')).total, 'after the change').to.equal((round + 1) * 30);
      }
      done.abort();
      await searching;
      expect(totals.filter((total) => total % 30 !== 0)).to.deep.equal([]);
    });

    it('refuses calls when it is closed, and may be closed twice', async () => {
      await index.close();
      await index.close();
      const calls = [index.position(), put(textOf('a')), index.search('a', FIRST, ''), inPartition('c/g')];
      const outcomes = await Promise.allSettled(calls);
      expect(outcomes.map(({ status }) => status)).to.deep.equal(Array(4).fill('rejected'));
    });
  });

  describe(`what a substring index finds: ${name}`, () => {
    const opened = openedOnce(open);
    let tests = 0;
    beforeEach(() => {
      tests++;
    });

    /** Each test has a partition, so that all of them share an index. */
    const put = (...texts: string[]): Promise<void> => {
      const put = texts.map((text) => textOf(text, 0, { key: `${tests} ${text}`, partition: String(tests) }));
      return opened.index.apply({ put, remove: [], position: at(tests) });
    };
    const found = async (needle: string): Promise<string[]> => {
      const { entries } = await opened.index.search(needle, { page: 0, pageSize: 10_000 }, '');
      return entries.filter(({ partition }) => partition === String(tests)).map(({ text }) => text);
    };

    it('finds nothing while it is empty, and nothing by an empty text', async () => {
      expect(await opened.index.search('a', FIRST, '')).to.deep.equal({ total: 0, entries: [] });
      await put('a');
      expect(await opened.index.search('', FIRST, '')).to.deep.equal({ total: 0, entries: [] });
    });

    for (const [text, needle, why] of matchingNeedles) {
      it(`finds ${JSON.stringify(text)} by ${JSON.stringify(needle)}: ${why}`, async () => {
        await put(text, 'nothing of it');
        expect(await found(needle)).to.deep.equal([text]);
      });
    }

    for (const [text, needle, why] of otherNeedles) {
      it(`does not find ${JSON.stringify(text)} by ${JSON.stringify(needle)}: ${why}`, async () => {
        await put(text);
        expect(await found(needle)).to.deep.equal([]);
      });
    }

    for (const needle of literalNeedles) {
      it(`takes ${JSON.stringify(needle)} literally`, async () => {
        await put(`before${needle}after`, 'before x after', 'beforeafter', 'aabbcc');
        expect(await found(needle)).to.deep.equal([`before${needle}after`]);
        expect(await found(`e${needle}a`)).to.deep.equal([`before${needle}after`]);
      });
    }

    it('finds by any part of a text, of any length', async () => {
      const text = 'C/Ü 😀/objects/Straße_%01.TIF';
      await put(text, 'c/other');
      const characters = Array.from(text);
      for (let from = 0; from < characters.length; from++) {
        for (let to = from + 1; to <= characters.length; to++) {
          const part = characters.slice(from, to).join('');
          expect(await found(part), part).to.include(text);
        }
      }
    });

    it('finds a text of which a part repeats once', async () => {
      await put('aaaaaa', 'abcabcabc');
      expect(await found('aaa')).to.deep.equal(['aaaaaa']);
      expect(await found('abcabc')).to.deep.equal(['abcabcabc']);
      expect(await found('a')).to.have.length(2);
    });
  });
};

const numbered = (from: number, to: number): string[] =>
  Array.from({ length: from - to + 1 }, (_, index) => `f${from - index}`);
