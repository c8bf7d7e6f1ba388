import { expect } from 'chai';
import type { EventStore } from '../../../events/store.js';
import { follow, newStream, notes, rejection, streamTexts, textsOf, type NoteFact } from './notes.js';

export const describeReopening = (store: () => EventStore, reopen: () => Promise<EventStore>): void => {
  describe('opening again', () => {
    it('finds everything where it was', async () => {
      const stream = newStream();
      const { position } = await store().append(stream, notes('a', 'b'), 'none');
      const again = await reopen();
      expect(await streamTexts(again, stream)).to.deep.equal(['a', 'b']);
      expect(await again.head()).to.equal(position);
      await again.append(stream, notes('c'), 1n);
      expect(await textsOf(again.readAll<NoteFact>({ after: position ?? undefined }))).to.deep.equal(['c']);
    });

    for (const expected of ['none', 0n] as const) {
      it(`recognises an append whose answer was lost with the process, expecting ${expected}`, async () => {
        const stream = newStream();
        if (expected === 0n) await store().append(stream, notes('before'), 'none');
        const facts = notes('a', 'b');
        const first = await store().append(stream, facts, expected);
        const again = await reopen();
        expect(await again.append(stream, facts, expected)).to.deep.equal(first);
        expect((await streamTexts(again, stream)).slice(-2)).to.deep.equal(['a', 'b']);
        expect(await again.head()).to.equal(first.position);
      });
    }

    it('lets a subscriber go on from the last position it handled', async () => {
      const { position } = await store().append(newStream(), notes('a'), 'none');
      await store().append(newStream(), notes('b'), 'none');
      const follower = follow(await reopen(), { after: position ?? undefined });
      expect((await follower.untilCaughtUp()).texts).to.deep.equal(['b']);
      await follower.stop();
    });

    it('keeps refusing what it refused', async () => {
      const stream = newStream();
      await store().append(stream, notes('a'), 'none');
      const again = await reopen();
      expect(await rejection(again.append(stream, notes('rival'), 'none'))).to.include({ code: 'revision-conflict' });
    });
  });
};
