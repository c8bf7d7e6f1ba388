import { expect } from 'chai';
import { timestampOf } from '../../../events/time.js';
import type { EventStore } from '../../../events/store.js';
import { follow, newStream, notes, rejection } from './notes.js';

export const describeFollowing = (store: () => EventStore): void => {
  describe('subscribing', () => {
    it('gives what was there before, then says that it has caught up', async () => {
      const { position } = await store().append(newStream(), notes('a', 'b'), 'none');
      const follower = follow(store());
      expect(await follower.untilCaughtUpWith(position)).to.deep.equal(['a', 'b']);
      await follower.stop();
    });

    it('gives what comes afterwards', async () => {
      const follower = follow(store());
      expect((await follower.untilCaughtUp()).texts).to.deep.equal([]);
      const { position } = await store().append(newStream(), notes('a', 'b'), 'none');
      expect(await follower.untilCaughtUpWith(position)).to.deep.equal(['a', 'b']);
      const { position: later } = await store().append(newStream(), notes('c'), 'none');
      expect(await follower.untilCaughtUpWith(later)).to.deep.equal(['c']);
      await follower.stop();
    });

    it('wakes a subscriber that is already waiting', async () => {
      const follower = follow(store());
      await follower.untilCaughtUp();
      const fact = (async () => {
        for (;;) {
          const delivery = await follower.next();
          if (delivery.kind === 'fact') return delivery.fact.data.text;
        }
      })();
      await store().append(newStream(), notes('a'), 'none');
      expect(await fact).to.equal('a');
      await follower.stop();
    });

    it('begins after the position named, without the fact that stands there', async () => {
      const { position } = await store().append(newStream(), notes('a', 'b'), 'none');
      await store().append(newStream(), notes('c'), 'none');
      const follower = follow(store(), { after: position ?? undefined });
      expect((await follower.untilCaughtUp()).texts).to.deep.equal(['c']);
      await follower.stop();
    });

    it('loses and doubles nothing of what is appended while it catches up', async () => {
      const before = Array.from({ length: 2000 }, (_, index) => `before ${index}`);
      const during = Array.from({ length: 300 }, (_, index) => `during ${index}`);
      for (let start = 0; start < before.length; start += 500) {
        await store().append(newStream(), notes(...before.slice(start, start + 500)), 'none');
      }
      const follower = follow(store());
      const appending = (async () => {
        for (const text of during) await store().append(newStream(), notes(text), 'none');
      })();
      const texts: string[] = [];
      while (texts.length < before.length + during.length) texts.push(...(await follower.untilCaughtUp()).texts);
      await appending;
      expect(texts).to.deep.equal([...before, ...during]);
      await follower.stop();
    });

    it('gives each subscriber everything, however slow it is', async () => {
      const [slow, quick] = [follow(store()), follow(store())];
      await slow.untilCaughtUp();
      const texts = Array.from({ length: 40 }, (_, index) => `${index}`);
      const seen: string[] = [];
      for (const text of texts) {
        const { position } = await store().append(newStream(), notes(text), 'none');
        seen.push(...(await quick.untilCaughtUpWith(position)));
      }
      expect(seen).to.deep.equal(texts);
      expect(await slow.untilCaughtUpWith(await store().head())).to.deep.equal(texts);
      await Promise.all([slow.stop(), quick.stop()]);
    });

    it('leaves out other categories, and still moves through them', async () => {
      const others = Array.from({ length: 500 }, (_, index) => `${index}`);
      await store().append(newStream(), notes('a'), 'none');
      let head = null;
      for (let round = 0; round < 5; round++) {
        ({ position: head } = await store().append(newStream('other'), notes(...others), 'none'));
      }
      const follower = follow(store(), { categories: ['note'] });
      const marks = [];
      const texts = [];
      for (let delivery = await follower.next(); ; delivery = await follower.next()) {
        if (delivery.kind === 'fact') texts.push(delivery.fact.data.text);
        else marks.push(delivery);
        if (delivery.kind === 'caught-up') break;
      }
      expect(texts).to.deep.equal(['a']);
      expect(marks.at(-1)?.position).to.equal(head);
      const positions = marks.map((mark) => mark.position ?? '');
      expect(positions).to.deep.equal(positions.toSorted());
      expect(marks.some((mark) => mark.kind === 'progress')).to.equal(true);
      await follower.stop();
    });

    it('moves on when only others append', async () => {
      const follower = follow(store(), { categories: ['note'] });
      await follower.untilCaughtUp();
      const { position } = await store().append(newStream('other'), notes('x'), 'none');
      expect(await follower.untilCaughtUpWith(position)).to.deep.equal([]);
      await follower.stop();
    });

    it('marks a position only behind every fact that it covers', async () => {
      for (let round = 0; round < 200; round++) {
        const category = round % 3 === 0 ? 'note' : 'other';
        await store().append(newStream(category), notes(timestampOf(new Date(round))), 'none');
      }
      const follower = follow(store(), { categories: ['note'] });
      let last = '';
      for (let delivery = await follower.next(); delivery.kind !== 'caught-up'; delivery = await follower.next()) {
        const position = delivery.kind === 'fact' ? delivery.fact.position : (delivery.position ?? '');
        expect(position > last).to.equal(true);
        last = position;
      }
      await follower.stop();
    });

    it('ends when its signal aborts: waiting, in the middle of facts, and before it began', async () => {
      const waiting = follow(store());
      await waiting.untilCaughtUp();
      const next = waiting.next();
      const [ended] = await Promise.all([rejection(next), waiting.stop()]);
      expect(ended).to.have.property('message', 'the subscription ended');

      await store().append(newStream(), notes('a', 'b', 'c'), 'none');
      const reading = follow(store());
      expect((await reading.next()).kind).to.equal('fact');
      await reading.stop();
      expect(await rejection(reading.next())).to.have.property('message', 'the subscription ended');

      await follow(store()).stop();
    });
  });
};
