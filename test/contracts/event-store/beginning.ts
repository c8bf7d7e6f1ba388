import { expect } from 'chai';
import type { Position } from '../../../events/envelope.js';
import type { EventStore } from '../../../events/store.js';
import { all, follow, newStream, notes, textsOf, type Follower, type NoteFact } from './notes.js';

/** Fewer than the events of one checkpoint, as many, and more. */
const FOREIGN = [0, 1, 63, 64, 65];

export const describeBeginning = (store: () => EventStore): void => {
  const appendForeign = async (count: number): Promise<void> => {
    const texts = Array.from({ length: count }, (_, index) => `${index}`);
    if (count > 0) await store().append(newStream('other'), notes(...texts), 'none');
  };
  /** The texts up to a fact, and the last position that was marked, which the log must have reached. */
  const until = async (follower: Follower, text: string): Promise<string[]> => {
    const texts: string[] = [];
    while (texts.at(-1) !== text) {
      const delivery = await follower.next();
      if (delivery.kind === 'fact') texts.push(delivery.fact.data.text);
      else expect((delivery.position ?? '') <= ((await store().head()) ?? ''), 'a mark beyond the log').to.equal(true);
    }
    return texts;
  };

  describe('the beginning of the log', () => {
    for (const count of FOREIGN) {
      it(`gives the first facts of a category to its subscriber after ${count} others`, async () => {
        await appendForeign(count);
        const follower = follow(store(), { categories: ['note'] });
        expect((await follower.untilCaughtUp()).texts).to.deep.equal([]);
        await store().append(newStream(), notes('a', 'b'), 'none');
        expect(await until(follower, 'b')).to.deep.equal(['a', 'b']);
        await follower.stop();
      });
    }

    it('gives every fact after each position that was marked before there was one of the category', async () => {
      const marked: (Position | null)[] = [];
      for (const count of [0, 3, 3, 64, 3]) {
        await appendForeign(count);
        const follower = follow(store(), { categories: ['note'] });
        marked.push((await follower.untilCaughtUp()).position);
        await follower.stop();
      }
      await store().append(newStream(), notes('a', 'b'), 'none');
      for (const after of marked) {
        const options = { after: after ?? undefined, categories: ['note'] };
        expect(await textsOf(store().readAll<NoteFact>(options))).to.deep.equal(['a', 'b']);
      }
    });

    it('has nothing to read in a log that is empty', async () => {
      expect(await all(store().readAll())).to.deep.equal([]);
      expect(await all(store().readAll({ categories: ['note'] }))).to.deep.equal([]);
    });
  });
};
