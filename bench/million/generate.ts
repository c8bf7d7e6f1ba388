import { catalogue } from '../../events/codec/catalogue.js';
import { createCodec } from '../../events/codec/codec.js';
import type { NewFact, Position } from '../../events/envelope.js';
import { lastFact } from '../../events/last-fact.js';
import type { EventStore } from '../../events/store.js';
import { forEachConcurrently } from '../../flow/concurrently.js';
import { positionOf, sequenceOf } from '../../infra/embedded/event-store/position.js';
import { openDataFolder } from '../../infra/embedded/data-folder.js';
import { openEventStore } from '../../infra/embedded/event-store/event-store.js';
import { openSharedRecords } from '../../infra/embedded/shared-records.js';
import { CHECKPOINTS } from '../../workers/checkpoint.js';
import { openImportPlatform } from '../imports/import-platform.js';
import { agentOf, beginsMs, boxOf, FAILED, failedBeginsMs, isPreserved, PER_BOX, RECORDED, type Counts } from './generated.js';
import type { CopiedFact, CopyOptions, Life } from './life.js';
import { recordLives, type Lives } from './record-lives.js';

const AT_ONCE = 200;

/** The copies that a platform is made of, in the order of their time. */
function* copiesFor(lives: Lives, counts: Counts): Generator<readonly [Life, Omit<CopyOptions, 'factsBefore'>]> {
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

/** Facts that follow each other in one stream. */
interface Append extends Pick<CopiedFact, 'stream' | 'isFirst'> {
  readonly facts: NewFact[];
}

const appendsOf = (facts: readonly CopiedFact[]): Append[] => {
  const appends: Append[] = [];
  for (const { stream, isFirst, fact } of facts) {
    const last = appends.at(-1);
    if (last?.stream === stream) last.facts.push(fact);
    else appends.push({ stream, isFirst, facts: [fact] });
  }
  return appends;
};

/** The ends of the streams that every copy goes on with. */
const endsOfShared = async (events: EventStore, lives: Lives): Promise<Map<string, bigint>> => {
  const ends = new Map<string, bigint>();
  const options = { number: 0, box: 0, agent: '', beginsMs: 0, factsBefore: 0, copiesBefore: 0 };
  for (const { stream, isFirst } of Object.values(lives).flatMap((life: Life) => appendsOf(life.copy(options)))) {
    const last = isFirst ? null : await lastFact(events, stream);
    if (last !== null) ends.set(stream, last.revision);
  }
  return ends;
};

/** Writes the copies into the log, and answers how many facts it has then. */
const writeCopies = async (events: EventStore, lives: Lives, counts: Counts): Promise<number> => {
  const ends = await endsOfShared(events, lives);
  let written = sequenceOf((await events.head()) ?? positionOf(0));
  await forEachConcurrently(copiesFor(lives, counts), { width: AT_ONCE }, async ([life, options]) => {
    const facts = life.copy({ ...options, factsBefore: written });
    written += facts.length;
    // All appends of a copy are asked for at once, since the positions of its facts are known only if none is between.
    const own = new Map<string, bigint>();
    const appending = appendsOf(facts).map(({ stream, isFirst, facts: some }) => {
      const known = life === lives.box || (!isFirst && !own.has(stream)) ? ends : own;
      const end = known.get(stream);
      known.set(stream, (end ?? -1n) + BigInt(some.length));
      return events.append(stream, some, end ?? 'none');
    });
    await Promise.all(appending);
  });
  const head = await events.head();
  if (head !== positionOf(written)) throw new Error(`the log ends at ${head}, not after ${written} facts`);
  return written;
};

/** As if every reader of the log that keeps a checkpoint had handled all of it. */
const markAsHandled = async (path: string, position: Position): Promise<void> => {
  const records = openSharedRecords(path);
  for (const name of CHECKPOINTS) {
    const known = await records.read(`mark/${name}`);
    await records.write(`mark/${name}`, { position, holder: 'bench' }, known?.tag ?? null);
  }
  await records.close();
};

/**
 * Makes the data folder of a platform with deposits in containers of a thousand, one container with as many others, and one
 * group with further deposits: a platform records one thing of each kind, and their facts are copied into its log, through the codec. The
 * views are as they were. Answers the number of facts.
 */
export const generate = async (data: string, counts: Counts): Promise<number> => {
  const recording = await openImportPlatform(data);
  const lives = await recordLives(recording);
  await recording.platform.stop();
  const { events: path, sharedRecords } = await openDataFolder(data);
  await using events = openEventStore(path, createCodec(catalogue));
  const facts = await writeCopies(events, lives, counts);
  await markAsHandled(sharedRecords, positionOf(facts));
  return facts;
};
