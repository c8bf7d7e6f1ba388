import type { Position } from '../../events/envelope.js';
import { lastFact } from '../../events/last-fact.js';
import type { EventStore } from '../../events/store.js';
import { forEachConcurrently } from '../../flow/concurrently.js';
import type { SharedRecords } from '../../flow/shared-records.js';
import { DisposalStack } from '../../infra/compose/process/disposal-stack.js';
import { withoutLimit } from '../../infra/compose/process/when-available.js';
import { openStores, type Ports } from '../../infra/compose/stores/stores.js';
import { openLog } from '../../infra/log/logger.js';
import { CHECKPOINTS } from '../../workers/checkpoint.js';
import { configOn, openImportPlatform, type Servers } from '../imports/import-platform.js';
import {
  agentOf,
  beginsMs,
  boxOf,
  FAILED,
  failedBeginsMs,
  isPreserved,
  PER_BOX,
  RECORDED,
  type Counts,
} from './generated.js';
import type { CopiedFact, CopyOptions, Life } from './life.js';
import { recordLives, type Lives } from './record-lives.js';

/** Copies that are written at once; a server answers one append after the other, within some seconds. */
const AT_ONCE = { embedded: 200, servers: 5 };

/** The copies that a platform is made of, in the order of their time. */
function* copiesFor(lives: Lives, counts: Counts): Generator<readonly [Life, CopyOptions]> {
  const { deposits: count, failed } = counts;
  for (let index = 0; index < failed; index++) {
    const options = { number: FAILED + index, box: RECORDED[1], agent: agentOf(index), copiesBefore: index };
    yield [lives.failed, { ...options, beginsMs: failedBeginsMs(index, failed) }];
  }
  for (let number = 0; number < count; number++) {
    const box = boxOf(number);
    const options = { number, box, agent: agentOf(number), beginsMs: beginsMs(number, count), copiesBefore: 0 };
    if (number % PER_BOX === 0) yield [lives.box, { ...options, number: box }];
    yield [isPreserved(number) ? lives.preserved : lives.opened, options];
    yield [lives.child, options];
  }
}

/** Facts of a copy that follow each other in one stream and are written together. */
interface Append extends Pick<CopiedFact, 'stream' | 'isFirst' | 'refersTo'> {
  readonly facts: readonly CopiedFact[];
  /** The place in the copy of the last one, whose position the store answers. */
  readonly last: number;
}

/** A fact that others refer to ends its append, and one that refers to others begins another. */
const appendsOf = (facts: readonly CopiedFact[]): readonly Append[] => {
  const referredTo = new Set(facts.flatMap(({ refersTo }) => refersTo));
  const appends: Append[] = [];
  for (const [place, fact] of facts.entries()) {
    const { stream, isFirst, refersTo } = fact;
    const before = appends.at(-1);
    const goesOn = before?.stream === stream && refersTo.length === 0 && !referredTo.has(before.last);
    if (goesOn) appends[appends.length - 1] = { ...before, facts: [...before.facts, fact], last: place };
    else appends.push({ stream, isFirst, refersTo, facts: [fact], last: place });
  }
  return appends;
};

/** The ends of the streams that every copy goes on with. */
const endsOfShared = async (events: EventStore, lives: Lives): Promise<Map<string, bigint>> => {
  const ends = new Map<string, bigint>();
  const options = { number: 0, box: 0, agent: '', beginsMs: 0, copiesBefore: 0 };
  for (const { stream, isFirst } of Object.values(lives).flatMap((life: Life) => life.copy(options))) {
    const last = isFirst ? null : await lastFact(events, stream);
    if (last !== null) ends.set(stream, last.revision);
  }
  return ends;
};

/**
 * Writes copies into a log. The appends of a copy are asked for at once, in the order of its facts, but for those that need the
 * position of a fact before them: these follow each other, in the order of the copies.
 */
const openCopying = async (events: EventStore, lives: Lives) => {
  const ends = await endsOfShared(events, lives);
  const waiting = new Map<string, Promise<void>>();

  const write = async ([life, options]: readonly [Life, CopyOptions]): Promise<number> => {
    const own = new Map<string, bigint>();
    const positions = new Map<number, Position>();
    const appending: Promise<void>[] = [];
    const written = new Map<number, Promise<void>>();
    for (const { stream, isFirst, refersTo, facts, last } of appendsOf(life.copy(options))) {
      const known = life === lives.box || (!isFirst && !own.has(stream)) ? ends : own;
      const end = known.get(stream);
      known.set(stream, (end ?? -1n) + BigInt(facts.length));
      const append = async (): Promise<void> => {
        const made = facts.map(({ factWith }) => factWith(positions));
        const { position } = await events.append(stream, made, end ?? 'none');
        if (position !== null) positions.set(last, position);
      };
      const before = waiting.get(stream);
      const references = refersTo.map((place) => written.get(place));
      const appended =
        before === undefined && references.length === 0 ? append() : Promise.all([before, ...references]).then(append);
      if (references.length > 0) waiting.set(stream, appended);
      written.set(last, appended);
      appending.push(appended);
    }
    await Promise.all(appending);
    return life.facts;
  };
  return { write };
};

/** Writes all copies; answers the number of their facts. */
const writeCopies = async (events: EventStore, lives: Lives, counts: Counts, width: number): Promise<number> => {
  const copying = await openCopying(events, lives);
  let written = 0;
  await forEachConcurrently(copiesFor(lives, counts), { width }, async (copy) => {
    const facts = await copying.write(copy);
    written += facts;
  });
  return written;
};

/** As if every reader of the log that keeps a checkpoint had handled all of it. */
const markAsHandled = async (records: SharedRecords, position: Position | null): Promise<void> => {
  for (const name of CHECKPOINTS) {
    const known = await records.read(`mark/${name}`);
    await records.write(`mark/${name}`, { position, holder: 'bench' }, known?.tag ?? null);
  }
};

/** Does work on the stores of a platform that does not run. */
const onStores = async <T>(data: string, on: Servers | null, work: (ports: Ports) => Promise<T>): Promise<T> => {
  const disposal = new DisposalStack();
  const config = configOn(data, on);
  const log = openLog(config.logLevel);
  try {
    const now = (): Date => new Date();
    const { ports } = await openStores({ config, disposal, now, log, waiting: withoutLimit(log('bench')) });
    return await work(ports);
  } finally {
    await disposal.close();
  }
};

/**
 * Makes a platform with deposits in containers of a thousand, one container with as many others, and one group with further
 * deposits, in a data folder or on servers: it records one thing of each kind, and their facts are copied into its log, through
 * the codec. The views are as they were. Answers the number of copied facts.
 */
export const generate = async (data: string, counts: Counts, on: Servers | null = null): Promise<number> => {
  const recording = await openImportPlatform(data, on);
  const lives = await recordLives(recording);
  await recording.platform.stop();
  return onStores(data, on, async ({ events, records }) => {
    const written = await writeCopies(events, lives, counts, on === null ? AT_ONCE.embedded : AT_ONCE.servers);
    await markAsHandled(records, await events.head());
    return written;
  });
};
