import { randomUUID } from 'node:crypto';
import { decide, type Expectation, type Verdict } from './decide.js';
import { recentIds } from './recent-ids.js';
import { METADATA, newStream, SOFT_DELETED, type NewEvent, type StoredEvent, type Stream } from './stream.js';

/** How an append ended: `last` is the last event written or matched. */
export type Outcome =
  | { readonly kind: 'success'; readonly revision: number; readonly position: bigint | null }
  | { readonly kind: 'wrong-expected-version'; readonly revision: number }
  | { readonly kind: 'stream-deleted' }
  | { readonly kind: 'no-answer' };

/** All events in the order of their positions, and each stream's index. */
export interface Log {
  /** What is there now; a scavenge leaves this array as it is and puts another one in its place. */
  readonly events: readonly StoredEvent[];
  /** Where the next record begins. */
  readonly end: bigint;
  stream(name: string): Stream | undefined;
  append(name: string, expected: Expectation, events: readonly NewEvent[]): Outcome;
  softDelete(name: string, expected: Expectation): Outcome;
  tombstone(name: string, expected: Expectation): Outcome;
  /** The index of the first event at a position or after it. */
  indexOf(position: bigint): number;
  /** Ends the chunk that is being written, so that the next record begins another one. */
  completeChunk(): void;
  /** Removes from the completed chunks what no reader of a stream sees; answers how many events that were. */
  scavenge(): number;
  /** Calls back after each append, until the answer is called. */
  onAppended(listener: () => void): () => void;
  /** What a restart loses: the memory of recent ids. */
  forgetRecent(): void;
}

/** Is told of each change before anything else knows of it, so that it can be made durable. */
export interface LogKeeper {
  write(events: readonly StoredEvent[]): void;
  /** Everything that is left, in the place of all that was written. */
  replace(events: readonly StoredEvent[]): void;
}

const KEEPS_NOTHING: LogKeeper = { write: () => undefined, replace: () => undefined };
const RECORD_BYTES = 64n;
const CHUNK_BYTES = 256n * 1024n * 1024n;
const systemEvent = (type: string, text: string): NewEvent => ({
  id: randomUUID(),
  type,
  contentType: 'application/json',
  data: Buffer.from(text),
  metadata: new Uint8Array(),
});
const bytesOf = ({ data, metadata }: NewEvent): bigint => RECORD_BYTES + BigInt(data.length + metadata.length);
const chunkOf = (position: bigint): bigint => position / CHUNK_BYTES;

export const openLog = (stored: Iterable<readonly StoredEvent[]> = [], keeper: LogKeeper = KEEPS_NOTHING): Log => {
  let log: StoredEvent[] = [];
  const streams = new Map<string, Stream>();
  const listeners = new Set<() => void>();
  const recent = recentIds();
  // The first record of a real log is the server's own, and no reader sees it.
  let end = RECORD_BYTES;

  const streamOf = (name: string): Stream => {
    const known = streams.get(name) ?? newStream(name);
    streams.set(name, known);
    return known;
  };
  const index = (event: StoredEvent): void => {
    log.push(event);
    end = event.position + bytesOf(event);
    const stream = streamOf(event.stream);
    if (event.type === '$streamDeleted') stream.tombstone();
    else stream.add(event);
    recent.remember(event);
    if (event.stream.startsWith(METADATA)) streamOf(event.stream.slice(METADATA.length)).describe(event.data);
  };
  const commit = (events: readonly StoredEvent[]): void => {
    keeper.write(events);
    events.forEach(index);
    for (const listener of [...listeners]) listener();
  };
  /** A record does not go over the end of a chunk. */
  const placed = (name: string, first: number, events: readonly NewEvent[]): StoredEvent[] => {
    let next = end;
    const created = BigInt(Date.now()) * 10_000n;
    return events.map((event, offset) => {
      const after = next + bytesOf(event);
      const position = chunkOf(after) === chunkOf(next) ? next : chunkOf(after) * CHUNK_BYTES;
      next = position + bytesOf(event);
      return { ...event, stream: name, revision: first + offset, position, created };
    });
  };
  const refused = (verdict: Verdict, { last }: Stream): Outcome =>
    verdict.kind === 'stream-deleted' || verdict.kind === 'no-answer'
      ? verdict
      : { kind: 'wrong-expected-version', revision: last };
  /** Where the event stands is not known of one that readers no longer see. */
  const success = (stream: Stream, revision: number): Outcome => ({
    kind: 'success',
    revision,
    position: revision < stream.firstVisible ? null : (stream.at(revision)?.position ?? null),
  });
  /** An append of no events is a record in the log all the same, and has its position. */
  const nothing = (stream: Stream): Outcome => {
    const position = end;
    end += RECORD_BYTES;
    return { kind: 'success', revision: stream.last, position };
  };
  const verdictOn = (name: string, expected: Expectation, ids: readonly string[]): [Stream, Verdict] => {
    const stream = streams.get(name) ?? newStream(name);
    const described = name.startsWith(METADATA) ? streams.get(name.slice(METADATA.length)) : undefined;
    if (described?.isTombstoned === true) return [stream, { kind: 'stream-deleted' }];
    const { last, isTombstoned, isSoftDeleted, hasMetadata, idAt } = stream;
    const state = { last, isTombstoned, isSoftDeleted, hasMetadata, idAt };
    return [stream, decide({ ...state, recent: (id) => recent.revisionIn(name, id) }, expected, ids)];
  };
  /** A stream that was deleted softly comes back with its old numbering. */
  const undelete = (name: string, { last }: Stream): void => {
    const metadata = streamOf(METADATA + name);
    commit(placed(METADATA + name, metadata.last + 1, [systemEvent('$metadata', `{"$tb":${last + 1}}`)]));
  };

  const append: Log['append'] = (name, expected, events) => {
    const ids = events.map((event) => event.id);
    const [stream, verdict] = verdictOn(name, expected, ids);
    if (verdict.kind === 'repeat') return success(stream, verdict.revision);
    if (verdict.kind !== 'write') return refused(verdict, stream);
    if (events.length === 0) return nothing(stream);
    if (stream.isSoftDeleted) undelete(name, stream);
    commit(placed(name, stream.last + 1, events));
    const written = streamOf(name);
    return { kind: 'success', revision: written.last, position: written.events.at(-1)?.position ?? null };
  };

  const remove = (name: string, expected: Expectation, event: NewEvent, target: string): Outcome => {
    const [stream, verdict] = verdictOn(name, expected, [event.id]);
    if (verdict.kind !== 'write') return refused(verdict, stream);
    commit(placed(target, streamOf(target).last + 1, [event]));
    return { kind: 'success', revision: stream.last, position: log.at(-1)?.position ?? null };
  };
  const softDelete: Log['softDelete'] = (name, expected) => {
    const stream = streams.get(name);
    if (stream === undefined || (stream.last === -1 && !stream.hasMetadata)) {
      return { kind: 'wrong-expected-version', revision: -1 };
    }
    return remove(name, expected, systemEvent('$metadata', `{"$tb":${SOFT_DELETED}}`), METADATA + name);
  };
  const scavenge = (): number => {
    const completed = chunkOf(end) * CHUNK_BYTES;
    const isRemovable = (event: StoredEvent): boolean =>
      event.position < completed &&
      event.type !== '$streamDeleted' &&
      (streams.get(event.stream)?.isRemovable(event) ?? false);
    const removed = new Set(log.filter(isRemovable));
    const left = log.filter((event) => !removed.has(event));
    keeper.replace(left);
    log = left;
    for (const stream of streams.values()) stream.remove(removed);
    return removed.size;
  };

  for (const events of stored) events.forEach(index);
  recent.forget();

  return {
    get events() {
      return log;
    },
    get end() {
      return end;
    },
    stream: (name) => streams.get(name),
    append,
    softDelete,
    tombstone: (name, expected) => remove(name, expected, systemEvent('$streamDeleted', ''), name),
    indexOf(position) {
      let [low, high] = [0, log.length];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((log[middle]?.position ?? 0n) < position) low = middle + 1;
        else high = middle;
      }
      return low;
    },
    completeChunk: () => void (end = (chunkOf(end) + 1n) * CHUNK_BYTES),
    scavenge,
    onAppended(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    forgetRecent: () => recent.forget(),
  };
};
