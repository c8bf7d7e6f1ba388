import { expect } from 'chai';
import type { Position, RecordedFact } from '../../events/envelope.js';
import type { RegisteredGeneration, ViewRegister } from '../../projections/documents.js';
import { MOST_COUNTED, readBuilds, readViewStates, type StatesOptions } from '../../projections/view-states.js';

const at = (position: number): Position => String(position).padStart(20, '0') as Position;
const second = (number: number): string => new Date(Date.UTC(2026, 4, 1, 12, 0, number)).toISOString();

const generation = (number: number, changes: Partial<RegisteredGeneration> = {}): RegisteredGeneration => ({
  ...{ number, version: 1, position: at(10), rebuildRequests: 0, end: at(4), begun: second(0) },
  ...changes,
});
const register = (changes: Partial<ViewRegister> = {}): ViewRegister => ({
  ...{ lease: { epoch: 1, holder: 'p' }, live: 1, generations: [generation(1)], rebuildRequests: 0 },
  ...changes,
});

/** The only view, in a log with an event each second. */
const stateOf = async (known: ViewRegister, head = 10, others: Partial<StatesOptions> = {}) => {
  const [state] = await readViewStates({
    names: ['letters'],
    documents: { register: () => Promise.resolve(known) },
    events: {
      head: () => Promise.resolve(head === 0 ? null : at(head)),
      async *readAll({ after, limit = Infinity } = {}) {
        const from = Number(after ?? 0) + 1;
        for (let each = from; each <= head && each < from + limit; each++)
          yield { position: at(each), metadata: { occurredAt: second(each) } } as RecordedFact<never>;
        await Promise.resolve();
      },
    },
    indexes: () => Promise.resolve([]),
    now: () => new Date(second(20)),
    ...others,
  });
  return state!;
};

describe('the states of the views', () => {
  it('tell that one is up to date', async () => {
    expect(await stateOf(register())).to.deep.equal({
      ...{ name: 'letters', isComplete: true, generation: 1, position: at(10) },
      ...{ lag: { events: 0, seconds: 0 }, building: null },
    });
  });

  it('tell how many events one lacks, and since when', async () => {
    expect((await stateOf(register(), 13)).lag).to.deep.equal({ events: 3, seconds: 9 });
  });

  it('count no more than so many events', async () => {
    expect((await stateOf(register(), 10 + MOST_COUNTED)).lag).to.include({ events: MOST_COUNTED });
    expect((await stateOf(register(), 11 + MOST_COUNTED)).lag).to.include({ events: null });
  });

  it('tell how far a rebuild is, and how long it goes on, while the earlier generation answers', async () => {
    const next = generation(2, { position: at(4), end: at(10), begun: second(10), rebuildRequests: 1 });
    const state = await stateOf(register({ generations: [generation(1), next], rebuildRequests: 1 }));
    expect(state).to.include({ isComplete: true, generation: 1, position: at(10) });
    expect(state.building).to.deep.equal({
      generation: 2,
      begun: second(10),
      percent: 40,
      remainingSeconds: 15,
      fetched: null,
    });
  });

  it('tell of a rebuild that nobody has begun', async () => {
    const { building } = await stateOf(register({ rebuildRequests: 1 }));
    expect(building).to.deep.equal({
      generation: null,
      begun: null,
      percent: 0,
      remainingSeconds: null,
      fetched: null,
    });
  });

  it('tell no rest of a rebuild that has read nothing, or of which the beginning is not known', async () => {
    const restOf = async (changes: Partial<RegisteredGeneration>) => {
      const next = generation(2, { end: at(10), position: at(5), ...changes });
      return (await stateOf(register({ generations: [generation(1), next] }))).building?.remainingSeconds;
    };
    expect(await restOf({ position: null })).to.equal(null);
    const { begun, ...earlier } = generation(2, { end: at(10), position: at(5) });
    const state = await stateOf(register({ generations: [generation(1), earlier] }));
    expect(state.building).to.include({ percent: 50, remainingSeconds: null });
    expect(begun).to.be.a('string');
  });

  it('tell that one is not complete that is built for the first time, or is missing', async () => {
    const first = generation(1, { position: at(2), end: at(8) });
    const building = await stateOf(register({ generations: [first] }));
    expect(building).to.deep.include({ isComplete: false, position: at(2), generation: 1 });
    expect(building.building).to.include({ generation: 1, percent: 25 });
    const missing = await stateOf(register({ generations: [], live: null }));
    expect(missing).to.deep.include({ isComplete: false, position: null, generation: null });
    expect(missing.building).to.include({ generation: null, percent: 0 });
  });

  it('are those of search indexes, too', async () => {
    const filling = { view: 'files', position: at(5), end: at(10) };
    const indexes = [
      { name: 'search-deposits', position: at(10), building: null },
      { name: 'search-files', position: at(5), building: filling },
    ];
    const on = { indexes: () => Promise.resolve(indexes), names: [] };
    expect(await stateOf(register(), 10, on)).to.include({ name: 'search-deposits', isComplete: true });
    const other = { ...on, indexes: () => Promise.resolve(indexes.slice(1)) };
    const state = await stateOf(register(), 10, other);
    expect(state).to.deep.include({ name: 'search-files', isComplete: false, lag: { events: 5, seconds: 14 } });
    expect(state.building).to.include({ generation: null, percent: 50, remainingSeconds: null });
  });

  it('are those of an empty log', async () => {
    expect(
      (await stateOf(register({ generations: [generation(1, { position: null, end: null })] }), 0)).lag,
    ).to.include({
      events: 0,
    });
  });
});

describe('what is being built anew', () => {
  it('is told by its name, without what is complete', async () => {
    const next = generation(2, { position: at(4), end: at(10), begun: second(10), rebuildRequests: 1 });
    const registers: Readonly<Record<string, ViewRegister>> = {
      letters: register(),
      ledgers: register({ generations: [generation(1), next], rebuildRequests: 1 }),
    };
    const fetched = { bytes: 1_200, ofBytes: 5_900 };
    const builds = await readBuilds({
      names: ['letters', 'ledgers'],
      documents: { register: (name) => Promise.resolve(registers[name]!) },
      indexes: () =>
        Promise.resolve([
          { name: 'filled', position: at(4), building: null },
          { name: 'filling', position: at(4), building: { view: 'filling', position: at(4), end: at(8) } },
          { name: 'fetched', position: null, building: { view: 'fetched', position: null, end: at(8), fetched } },
        ]),
      now: () => new Date(second(20)),
    });
    expect(builds).to.deep.equal([
      ['ledgers', { generation: 2, begun: second(10), percent: 40, remainingSeconds: 15, fetched: null }],
      ['filling', { generation: null, begun: null, percent: 50, remainingSeconds: null, fetched: null }],
      ['fetched', { generation: null, begun: null, percent: 0, remainingSeconds: null, fetched }],
    ]);
  });
});
