import { expect } from 'chai';
import type { AnyCommand, Decider } from '../../../commands/core/decider.js';
import { fold } from '../../../commands/core/fold.js';
import { handle } from '../../../commands/core/handle.js';
import { stepOf, type Intent, type StreamFact } from '../../../commands/core/intent.js';
import type { Fact, RecordedFact } from '../../../events/envelope.js';
import type { EventStore } from '../../../events/store.js';
import { timestampOf } from '../../../events/time.js';
import { countReads } from '../../support/count-reads.js';
import { faulty } from '../../support/faults/faulty.js';
import { intentOf, memoryEvents, noon } from '../../support/command-bench.js';
import { valueOf } from '../../support/value-of.js';

type Note = Fact<'DepositLocked', { depositId: string; by: string; at: string }>;

const stream = 'deposit-d1';
const DAY_MS = 24 * 60 * 60 * 1000;
const A_DAY = 4;

const noteOf = ({ by, at }: AnyCommand<'Note'>): Note => ({ type: 'DepositLocked', data: { depositId: 'd1', by, at } });

/** Counts its facts; a command is never refused. */
const notes: Decider<number, AnyCommand<'Note'>, Note> = {
  initial: 0,
  decide: (command) => [noteOf(command)],
  evolve: (count) => count + 1,
};

/** Knows the last fact alone. */
const lastNote: Decider<string | null, AnyCommand<'Note'>, Note> = {
  initial: null,
  decide: (command) => [noteOf(command)],
  evolve: (_state, { data }) => data.at,
  standsAlone: () => true,
};

/** The same log as another process has it, which has folded nothing. */
const restarted = (events: EventStore): EventStore => faulty(events, () => undefined);

describe('what a process remembers of a stream', () => {
  let events: EventStore;
  beforeEach(() => {
    events = memoryEvents();
  });

  const after = (days: number): string => timestampOf(new Date(noon.getTime() + days * DAY_MS));
  const request = (key: string, days: number): Intent => ({ ...intentOf('ann', key, 'aa'), at: after(days) });
  const note = async (intent: Intent, on: EventStore = events) => {
    const dependencies = { events: on, producer: 'test' };
    return valueOf(await handle(dependencies, intent, { decider: notes, stream, command: { type: 'Note' } }));
  };
  const noted = async (): Promise<RecordedFact[]> => {
    const facts: RecordedFact[] = [];
    for await (const fact of events.read(stream)) facts.push(fact);
    return facts;
  };
  /** A command every few hours. */
  const often = async (fromDay: number, days: number): Promise<void> => {
    for (let each = 0; each < days * A_DAY; each++)
      await note(request(`${fromDay * A_DAY + each}`, fromDay + each / A_DAY));
  };

  for (const [place, on] of [
    ['in the same process', () => events],
    ['after a restart', () => restarted(events)],
  ] as const) {
    it(`answers a repeat within seven days with its first answer, ${place}`, async () => {
      const [first] = await note(request('k', 0));
      await often(1, 6);
      expect((await note(request('k', 7), on()))[0]?.id).to.equal(first?.id);
      expect(await noted()).to.have.length(1 + 6 * A_DAY);
    });

    it(`carries a request out again after more than seven days, with facts of their own, ${place}`, async () => {
      const [first] = await note(request('k', 0));
      await often(1, 7);
      const [again] = await note(request('k', 8), on());
      expect(again?.id).to.not.equal(first?.id);
      expect((await note(request('k', 9), on()))[0]?.id).to.equal(again?.id);
      expect(await noted()).to.have.length(1 + 7 * A_DAY + 1);
    });

    it(`carries out the step of a process once, however late it is repeated, ${place}`, async () => {
      const [cause] = await note(request('k', 0));
      const step = stepOf(cause as StreamFact, 'follow');
      const [first] = await note(step);
      await often(1, 30);
      expect((await note(step, on()))[0]?.id).to.equal(first?.id);
      expect(await noted()).to.have.length(2 + 30 * A_DAY);
    });

    it(`carries out a step whose turn comes late, once, ${place}`, async () => {
      const [cause] = await note(request('k', 0));
      await often(1, 30);
      const step = stepOf(cause as StreamFact, 'follow');
      const [first] = await note(step, on());
      expect((await note(step, on()))[0]?.id).to.equal(first?.id);
      expect(await noted()).to.have.length(2 + 30 * A_DAY);
    });
  }

  it('answers exactly the facts of the command, though others followed at once', async () => {
    const twice = { ...notes, decide: (command: AnyCommand<'Note'>) => [noteOf(command), noteOf(command)] };
    const decided = { decider: twice, stream, command: { type: 'Note' } } as const;
    const both = valueOf(await handle({ events, producer: 'test' }, request('k', 0), decided));
    await often(0, 1);
    const again = await note(request('k', 1), restarted(events));
    expect(again.map(({ id }) => id)).to.deep.equal(both.map(({ id }) => id));
  });

  it('holds the commands of about a week, however many there were', async () => {
    await often(0, 60);
    const { state, commands } = await fold(events, notes, stream);
    expect(state).to.equal(60 * A_DAY);
    expect(commands.size).to.be.within(7 * A_DAY, 8 * A_DAY);
    const { commands: read } = await fold(restarted(events), notes, stream);
    expect(read.size).to.equal(commands.size);
  });

  it('reads a stream whose last fact says all only as far back as a request may be repeated', async () => {
    await often(0, 40);
    const [first] = await note(request('k', 41));
    await often(42, 6);
    const { events: counting, read } = countReads(events);
    const { state, revision } = await fold(counting, lastNote, stream);
    expect({ state, revision }).to.deep.equal({
      state: after(48 - 1 / A_DAY),
      revision: 40n * BigInt(A_DAY) + 6n * BigInt(A_DAY),
    });
    expect(read()).to.be.below(8 * A_DAY);
    const repeated = { decider: lastNote, stream, command: { type: 'Note' } } as const;
    const again = await handle({ events: counting, producer: 'test' }, request('k', 48), repeated);
    expect(valueOf(again)[0]?.id).to.equal(first?.id);
  });
});
