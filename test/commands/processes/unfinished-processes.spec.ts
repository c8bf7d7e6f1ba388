import { expect } from 'chai';
import { continueProcess } from '../../../commands/processes/continue-process.js';
import { unfinishedProcesses } from '../../../commands/processes/unfinished-processes.js';
import type { RecordedFact } from '../../../events/envelope.js';
import type { EventStore } from '../../../events/store.js';
import { dependenciesOn, emptyBytes, finishEverything, logOf, memoryEvents } from '../../support/command-bench.js';
import { dyingAt } from '../../support/faults/crashes.js';
import { randomNumbers } from '../../support/random/random-numbers.js';
import { SEED } from '../../support/random/seed.js';
import { addRandomHistory } from './random-history.js';
import { someImport } from './scenarios.js';

const HISTORIES = 8;
const REQUESTS = 40;

const unfinishedIn = (log: readonly RecordedFact[]): readonly RecordedFact[] => {
  const unfinished = unfinishedProcesses();
  for (const fact of log) unfinished.observe(fact);
  return unfinished.facts();
};

const jobOf = ({ data }: RecordedFact): string | null => (data as { readonly jobId?: string | null }).jobId ?? null;

/**
 * The facts, without where and when they were appended; without those, too, that bar a job that has ended from a
 * container that was made later: they come only where an old end is looked at again.
 */
const story = (log: readonly RecordedFact[]): string[] => {
  const reserved = new Set(log.filter(({ type }) => type === 'ChildReserved').map(jobOf));
  return log
    .filter((fact) => fact.type !== 'ChildReservationReleased' || reserved.has(jobOf(fact)))
    .map(({ stream, type, id }) => `${stream} ${type} ${id}`)
    .sort();
};

/** The same log in a store of its own. */
const copied = async (log: readonly RecordedFact[]): Promise<EventStore> => {
  const events = memoryEvents();
  for (const { stream, revision, position: _, ...fact } of log)
    await events.append(stream, [fact], revision === 0n ? 'none' : revision - 1n);
  return events;
};

describe('what a reader of the log has to continue', () => {
  it(`comes to the same as continuing everything, in histories of crashes (seed ${SEED})`, async () => {
    const random = randomNumbers(SEED);
    let continued = 0;
    for (let history = 0; history < HISTORIES; history++) {
      const [events, bytes] = [memoryEvents(), emptyBytes()];
      const dependenciesFor = () => {
        const dies = random() < 0.4 ? { effect: 1 + Math.floor(random() * 6), moment: 'before' as const } : null;
        const process = dyingAt(dies);
        return dependenciesOn(process.through<EventStore>(events), process.through(bytes));
      };
      await addRandomHistory(dependenciesFor, { random, requests: REQUESTS });
      const log = await logOf(events);
      const whole = dependenciesOn(await copied(log), bytes);
      await finishEverything(whole);
      const least = dependenciesOn(await copied(log), bytes);
      const unfinished = unfinishedIn(log);
      continued += unfinished.length;
      for (const fact of unfinished) await continueProcess(least, fact);
      for (let done = log.length; ;) {
        const later = (await logOf(least.events)).slice(done);
        if (later.length === 0) break;
        for (const fact of later) await continueProcess(least, fact);
        done += later.length;
      }
      expect(story(await logOf(least.events))).to.deep.equal(story(await logOf(whole.events)));
    }
    expect(continued).to.be.greaterThan(0);
  });

  for (const last of ['ImportJobCompleted', 'ImportJobSettled'])
    it(`is the end of an import of which only ${last} is missing, in whichever order they come`, async () => {
      const events = memoryEvents();
      await someImport(dependenciesOn(events, emptyBytes()));
      const log = await logOf(events);
      const types = (): string[] => unfinishedIn(log.filter(({ type }) => type !== last)).map(({ type }) => type);
      expect(types()).to.deep.equal(['VersionPublished']);
      const [missing] = log.filter(({ type }) => type === last);
      expect(unfinishedIn([...log.filter((fact) => fact !== missing), missing!])).to.deep.equal([]);
    });

  it(`is nothing where every request came to its end (seed ${SEED})`, async () => {
    const random = randomNumbers(SEED);
    for (let history = 0; history < HISTORIES; history++) {
      const dependencies = dependenciesOn(memoryEvents(), emptyBytes());
      await addRandomHistory(() => dependencies, { random, requests: REQUESTS });
      expect(
        unfinishedIn(await logOf(dependencies.events)).map(({ type, data }) => `${type} ${JSON.stringify(data)}`),
      ).to.deep.equal([]);
    }
  });
});
