import { expect } from 'chai';
import type { Position } from '../../../events/envelope.js';
import type { EventStore } from '../../../events/store.js';
import { follow, newStream, note, notes, textsOf, type NoteFact } from './notes.js';

/** The category of which the store under test keeps only the last facts of each stream, where it can do so. */
export const PASSING = 'passing';

interface GivenPosition {
  readonly position: Position;
  /** How many of the facts that stay stood up to there. */
  readonly count: number;
}

const COUNT = 7;
/** Both tests begin dozens of subscriptions one after the other. */
const texts = Array.from({ length: COUNT }, (_, index) => `${index}`);

/** Writes facts that pass among some that stay, and answers every position that was given meanwhile. */
const writeBoth = async (store: EventStore): Promise<GivenPosition[]> => {
  const passing = newStream(PASSING);
  const given: GivenPosition[] = [];
  let revision = -1n;
  const follower = follow(store, { categories: ['note'] });
  for (const [index, text] of texts.entries()) {
    for (let beat = 0; beat <= index % 3; beat++) {
      const passed = await store.append(passing, [note('passing')], revision++);
      given.push({ position: passed.position!, count: index });
    }
    const { position: marked } = await follower.untilCaughtUp();
    if (marked !== null) given.push({ position: marked, count: index });
    const { position } = await store.append(newStream(), notes(text), 'none');
    given.push({ position: position!, count: index + 1 });
  }
  await follower.stop();
  await store.append(passing, notes('the last one'), revision);
  return given;
};

export const describeResuming = (store: () => EventStore, scavenge: () => Promise<void>): void => {
  describe('a position', () => {
    it('stays good for ever: behind it every fact comes once, whatever the store has removed since', async () => {
      const given = await writeBoth(store());
      await scavenge();
      for (const { position, count } of given) {
        const follower = follow(store(), { after: position, categories: ['note'] });
        expect((await follower.untilCaughtUp()).texts).to.deep.equal(texts.slice(count));
        await follower.stop();
        const read = store().readAll<NoteFact>({ after: position, categories: ['note'] });
        expect(await textsOf(read)).to.deep.equal(texts.slice(count));
      }
    });

    it('stays good without a filter, and for a subscriber that then waits', async () => {
      const given = await writeBoth(store());
      await scavenge();
      for (const { position, count } of given.slice(-6)) {
        const follower = follow(store(), { after: position });
        const before = (await follower.untilCaughtUp()).texts.filter((text) => texts.includes(text));
        expect(before).to.deep.equal(texts.slice(count));
        await store().append(newStream('other'), notes('live'), 'none');
        let delivery = await follower.next();
        while (delivery.kind !== 'fact') delivery = await follower.next();
        expect(delivery.fact.data.text).to.equal('live');
        await follower.stop();
      }
    });
  });
};
