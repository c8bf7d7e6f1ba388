import { expect } from 'chai';
import type { RecordedFact } from '../../events/envelope.js';
import type { EmbeddedEventStore } from '../../infra/embedded/event-store/event-store.js';
import type { Checkpoint } from '../../workers/checkpoint.js';
import { follow, type Follower } from '../../workers/follow.js';
import { openedForEach } from '../support/platform/opened.js';
import { randomNumbers } from '../support/random/random-numbers.js';
import { until } from '../support/scheduling/until.js';
import { SEED } from '../support/random/seed.js';
import { note, openLog, silent } from './support/log-of-facts.js';

const FACTS = 60;
const WINDOW = 5;

/** A follower whose facts are handled when the test says so. Its checkpoint is always where it has come. */
const openSteered = (events: EmbeddedEventStore) => {
  let mark: Checkpoint['start'] = null;
  /** The facts in hand, by their number in the log. */
  const inHand = new Map<number, () => void>();
  let handled = new Set<number>();
  /** How often each fact was taken. */
  const taken: number[] = [];
  const numberOf = (fact: RecordedFact): number => Number(fact.revision);
  const firstOpen = (): number => {
    let first = 0;
    while (handled.has(first)) first++;
    return first;
  };
  const take = (fact: RecordedFact, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const number = numberOf(fact);
      taken[number] = (taken[number] ?? 0) + 1;
      inHand.set(number, () => {
        inHand.delete(number);
        handled.add(number);
        resolve();
      });
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  const start = (): Follower =>
    follow({
      name: 'relay',
      events,
      categories: ['note'],
      checkpoint: {
        start: mark,
        fenced: new AbortController().signal,
        advance: (position) => (mark = position),
        close: () => Promise.resolve(),
      },
      take,
      log: silent,
      window: WINDOW,
    });
  /** What was in hand when the follower is stopped is not handled. */
  const crash = async (follower: Follower): Promise<void> => {
    await follower.stop();
    const reached = firstOpen();
    handled = new Set([...handled].filter((number) => number < reached));
    inHand.clear();
  };
  const isTaken = (number: number): boolean => inHand.has(number) || handled.has(number);
  return { taken, inHand, isTaken, firstOpen, start, crash };
};

describe('how far a follower reads ahead', () => {
  const events = openedForEach(openLog);
  beforeEach(async () => {
    for (let count = 0; count < FACTS; count++) await note(events, 'note-1', String(count));
  });

  it('takes no fact that is further than its window after the oldest one that is not handled', async () => {
    const steered = openSteered(events);
    const follower = steered.start();
    await until('the window is full', () => steered.inHand.size === WINDOW);
    for (let number = 1; number < WINDOW; number++) steered.inHand.get(number)!();
    await new Promise((resolve) => setImmediate(resolve));
    expect([...steered.inHand.keys()]).to.deep.equal([0]);
    steered.inHand.get(0)!();
    await until('the next ones are taken', () => steered.inHand.size === WINDOW);
    expect([...steered.inHand.keys()]).to.deep.equal([5, 6, 7, 8, 9]);
    await follower.stop();
  });

  it(`repeats no more facts than its window after any crash (seed ${SEED})`, async () => {
    const random = randomNumbers(SEED);
    const steered = openSteered(events);
    let follower = steered.start();
    while (steered.firstOpen() < FACTS) {
      const ahead = Math.min(FACTS, steered.firstOpen() + WINDOW);
      await until('all that the window allows are taken', () => steered.isTaken(ahead - 1));
      expect(steered.taken.length, 'the newest fact taken').to.be.at.most(ahead);
      if (random() < 0.15) {
        const before = steered.firstOpen();
        await steered.crash(follower);
        expect(steered.taken.length - before, 'facts that come again').to.be.at.most(WINDOW);
        expect(steered.firstOpen()).to.equal(before);
        follower = steered.start();
      } else {
        const numbers = [...steered.inHand.keys()];
        steered.inHand.get(numbers[Math.floor(random() * numbers.length)]!)!();
      }
    }
    await follower.stop();
    expect(steered.taken).to.have.length(FACTS);
  });
});
