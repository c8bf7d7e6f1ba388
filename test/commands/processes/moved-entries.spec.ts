import { expect } from 'chai';
import { MOVED_AT_ONCE } from '../../../commands/container/move-entries.js';
import { earlierStream } from '../../../commands/container/earlier-container.js';
import { readEntry } from '../../../commands/container/entry-stream.js';
import { propose } from '../../../commands/core/handle.js';
import { kindAt } from '../../../commands/reads/kind-at.js';
import { createContainer } from '../../../commands/processes/containers/create-container.js';
import { deleteContainer } from '../../../commands/processes/containers/delete-container.js';
import type { CommandResult } from '../../../commands/core/decider.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { ContainerFact } from '../../../events/container.js';
import { lastFact } from '../../../events/last-fact.js';
import { RevisionConflict, type EventStore } from '../../../events/store.js';
import { lastName, parentOf } from '../../../formats/paths/repository-path.js';
import { repository, type ResourceDocument } from '../../../projections/repository/repository.js';
import {
  dependenciesOn,
  emptyBytes,
  finishEverything,
  intentOf,
  logOf,
  memoryEvents,
} from '../../support/command-bench.js';
import { until } from '../../support/scheduling/until.js';
import { inconsistencies } from '../../support/oracle/inconsistencies.js';
import { chosenAtDepth } from '../../support/random/depth.js';
import { codeOf } from '../../../flow/error-code.js';

const { at } = intentOf('ann');
const ann = { by: 'ann', at };

/** Writes the facts of an earlier version, in which a container's stream had the entries of its children. */
const earlierLog = (events: EventStore) => {
  let count = 0;
  const write = async (path: string, ...facts: readonly ContainerFact[]): Promise<bigint> => {
    const stream = earlierStream(path);
    const intent = intentOf('ann', `earlier ${(count += 1)}`);
    const expected = (await lastFact(events, stream))?.revision ?? 'none';
    const proposed = propose({ producer: '0.1.0' }, intent, { command: { type: 'x', ...ann }, facts, expected });
    return (await events.append(stream, proposed, expected)).revision;
  };
  const child = (path: string) => ({ path: parentOf(path) ?? '', name: lastName(path) });
  const reserve = (path: string, jobId: string | null = null) =>
    write(child(path).path, {
      type: 'ChildReserved',
      data: { ...child(path), kind: jobId === null ? 'container' : 'archivalGroup', displayName: path, jobId, ...ann },
    });
  const create = async (path: string): Promise<number> => {
    const reservation = Number(await reserve(path));
    await write(path, { type: 'ContainerCreated', data: { path, displayName: path, ...ann } });
    return reservation;
  };
  const decideDeletion = (path: string, reservation: number, purge: boolean) =>
    write(path, { type: 'ContainerDeleted', data: { path, reservation, purge, ...ann } });
  const remove = async (path: string, reservation: number, purge: boolean): Promise<void> => {
    await decideDeletion(path, reservation, purge);
    const type = purge ? 'ChildPurged' : 'ChildTombstoned';
    await write(child(path).path, { type, data: { ...child(path), ...ann } });
  };
  const end = (type: 'ChildConfirmed' | 'ChildReservationReleased', path: string, jobId: string) =>
    write(child(path).path, { type, data: { ...child(path), jobId, at } });
  return { write, reserve, create, decideDeletion, remove, end };
};

/** A log with everything that an earlier version may have left, and what is at its paths. */
const writeEarlier = async (events: EventStore): Promise<Readonly<Record<string, string>>> => {
  const log = earlierLog(events);
  await log.create('a');
  await log.create('a/b');
  await log.create('a/b/c');
  await log.reserve('a/group', 'j1');
  await log.end('ChildConfirmed', 'a/group', 'j1');
  await log.reserve('a/coming', 'j2');
  await log.reserve('a/failed', 'j3');
  await log.end('ChildReservationReleased', 'a/failed', 'j3');
  await log.remove('a/gone', await log.create('a/gone'), false);
  await log.remove('a/purged', await log.create('a/purged'), true);
  await log.reserve('begun'); // its own stream is missing
  await log.decideDeletion('half', await log.create('half'), false);
  await log.decideDeletion('halfpurged', await log.create('halfpurged'), true);
  const first = await log.create('again');
  await log.remove('again/old', await log.create('again/old'), false);
  await log.remove('again', first, true);
  await log.create('again');
  const around = await log.create('dead');
  await log.remove('dead/in', await log.create('dead/in'), false);
  await log.remove('dead', around, false);
  return {
    a: 'container',
    'a/b': 'container',
    'a/b/c': 'container',
    'a/b/c/d': 'free',
    'a/group': 'archivalGroup',
    'a/group/x': 'inside',
    'a/coming': 'archivalGroup',
    'a/failed': 'free',
    'a/gone': 'tombstone',
    'a/gone/x': 'belowTombstone',
    'a/purged': 'free',
    'a/purged/x': 'orphaned',
    begun: 'container',
    half: 'tombstone',
    halfpurged: 'free',
    again: 'container',
    'again/old': 'free',
    dead: 'tombstone',
    'dead/in': 'belowTombstone',
  };
};

const on = (events: EventStore): Dependencies => dependenciesOn(events, emptyBytes());

const kindsOf = async (events: EventStore, paths: readonly string[]): Promise<Record<string, string>> => {
  const found: Record<string, string> = {};
  for (const path of paths) found[path] = (await kindAt(events, path)).kind;
  return found;
};

const shownIn = async (events: EventStore): Promise<Map<string, ResourceDocument>> => {
  const found = new Map<string, ResourceDocument>();
  for (const fact of await logOf(events)) {
    if (!repository.categories.includes(fact.stream.slice(0, fact.stream.indexOf('-')))) continue;
    for (const { key, apply } of repository.touches(fact as Parameters<typeof repository.touches>[0])) {
      const doc = apply(found.get(key) ?? null);
      if (doc === null) found.delete(key);
      else found.set(key, doc);
    }
  }
  return new Map([...found].filter(([, { shown }]) => shown));
};

describe('containers in a log of an earlier version', () => {
  let events: EventStore & { close: () => Promise<void> };
  let expected: Readonly<Record<string, string>>;
  beforeEach(async () => {
    events = memoryEvents();
    expected = await writeEarlier(events);
  });
  afterEach(() => events.close());

  const create = (store: EventStore, path: string): Promise<CommandResult<unknown>> =>
    createContainer(on(store), intentOf('bob'), { path, displayName: null });
  const outcome = (result: CommandResult<unknown>): string => (result.ok ? 'done' : result.refusal.code);
  const remove = async (path: string, purge = false): Promise<string> =>
    outcome(await deleteContainer(on(events), intentOf('bob'), { path, purge }));
  /** What gives every child of every container an entry. */
  const moveAll = async (store: EventStore): Promise<void> => {
    for (const path of ['a/new', 'a/b/new', 'a/b/c/new', 'again/new', 'begun/new', 'half/x', 'dead/in/x'])
      await create(store, path);
  };

  it('are what they were, before and after their children have entries', async () => {
    const paths = Object.keys(expected);
    expect(await kindsOf(events, paths)).to.deep.equal(expected);
    await moveAll(events);
    await finishEverything(on(events));
    expect(await kindsOf(events, paths)).to.deep.equal(expected);
    expect(await inconsistencies(on(events))).to.deep.equal([]);
  });

  it('are shown as they were', async () => {
    const before = await shownIn(events);
    for (const path of ['half', 'halfpurged']) before.delete(path); // their deletion had not come to the parent
    await moveAll(events);
    const after = await shownIn(events);
    for (const path of ['a/new', 'a/b/new', 'a/b/c/new', 'again/new', 'begun/new']) after.delete(path);
    expect(after).to.deep.equal(before);
  });

  it('are decided on as before: taken paths, tombstones, purges and deletions', async () => {
    for (const [path, code] of [
      ['a', 'resource-exists'],
      ['begun', 'resource-exists'],
      ['a/group', 'resource-exists'],
      ['a/coming', 'resource-exists'],
      ['half', 'replaced-by-tombstone'],
      ['a/gone', 'replaced-by-tombstone'],
      ['dead/x', 'ancestor-not-container'],
      ['a/purged/x', 'ancestor-missing'],
      ['a/purged', 'done'],
      ['a/failed', 'done'],
      ['halfpurged', 'done'],
      ['again/old', 'done'],
    ] as const)
      expect(outcome(await create(events, path)), path).to.equal(code);
    expect(await remove('a')).to.equal('container-not-deletable');
    expect(await remove('a/b/c')).to.equal('done');
    expect(await remove('a/b', true)).to.equal('done');
    expect(await remove('dead/in', true)).to.equal('done');
    expect(await remove('dead', true)).to.equal('done');
    expect(await remove('half', true)).to.equal('done');
    await finishEverything(on(events));
    expect(await inconsistencies(on(events))).to.deep.equal([]);
  });

  it('are not emptied of a group that an import is about to create', async () => {
    expect(await remove('a/gone', true)).to.equal('done');
    for (const path of ['a/b/c', 'a/b']) await remove(path, true);
    expect(await remove('a')).to.equal('container-not-deletable');
    expect((await readEntry(events, 'a/coming')).entry).to.include({ jobId: 'j2', confirmed: false });
  });

  it('take nothing more from a process of the earlier version', async () => {
    const stream = earlierStream('a');
    const seen = (await lastFact(events, stream))?.revision ?? 0n;
    await create(events, 'a/new');
    const intent = intentOf('old');
    const late: ContainerFact = { type: 'ChildPurged', data: { path: 'a', name: 'gone', ...ann } };
    const proposal = { command: { type: 'x', ...ann }, facts: [late], expected: seen };
    const facts = propose({ producer: '0.1.0' }, intent, proposal);
    const refused = await events.append(stream, facts, seen).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(RevisionConflict);
  });

  /** The store of a process that dies with its append of this number, counted from 0. */
  const dyingAt = (store: EventStore, last: number): EventStore => {
    let appends = 0;
    const dead = (): never => {
      throw new Error('killed');
    };
    return {
      append: (...args) => (appends++ < last ? store.append(...args) : dead()),
      read: (...args) => (appends <= last ? store.read(...args) : dead()),
      readAll: (...args) => (appends <= last ? store.readAll(...args) : dead()),
      subscribe: (...args) => store.subscribe(...args),
      head: () => store.head(),
      newestAt: () => store.newestAt(),
    };
  };

  it('are moved once, whoever moves them at the same time, and wherever a process dies', async () => {
    const died: boolean[] = [];
    for (const last of chosenAtDepth(Array.from({ length: 24 }, (_, index) => index))) {
      const store = memoryEvents();
      const paths = Object.keys(await writeEarlier(store));
      const movers = [dyingAt(store, last), dyingAt(store, 2 * last)].map(async (each) => {
        await moveAll(each);
        return 'moved';
      });
      const ends = await Promise.allSettled(movers);
      died.push(ends.some(({ status }) => status === 'rejected'));
      await moveAll(store);
      await finishEverything(on(store));
      expect(await kindsOf(store, paths), `dead at ${last}`).to.deep.equal(expected);
      expect(await inconsistencies(on(store))).to.deep.equal([]);
      const ids = (await logOf(store)).map(({ id }) => id);
      expect(new Set(ids).size).to.equal(ids.length);
      await store.close();
    }
    expect(died).to.include(true);
  });

  it('with very many children are moved in the background, while requests are told how far that is', async () => {
    const log = earlierLog(events);
    await log.create('large');
    const children = Array.from({ length: MOVED_AT_ONCE + 1 }, (_, index) => `large/c${index}`);
    for (let from = 0; from < children.length; from += 200)
      await log.write(
        'large',
        ...children.slice(from, from + 200).map((path): ContainerFact => ({
          type: 'ChildReserved',
          data: { path: 'large', name: lastName(path), kind: 'container', displayName: null, jobId: null, ...ann },
        })),
      );
    const answers = new Set<string>();
    await until('the children are moved', async () => {
      const answer = await create(events, 'large/new').then(outcome, (error: unknown) => String(codeOf(error)));
      answers.add(answer);
      const told = await kindAt(events, 'large/c7').then(({ kind }) => kind, String);
      expect(told).to.match(/container|What is in \/large is being moved/);
      return answer !== 'entries-moving';
    });
    expect([...answers]).to.deep.equal(['entries-moving', 'done']);
    expect(await kindsOf(events, ['large/c7', 'large/none'])).to.deep.equal({
      'large/c7': 'container',
      'large/none': 'free',
    });
  });
});
