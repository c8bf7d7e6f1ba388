import { randomUUID } from 'node:crypto';
import { decide, type Expectation, type Verdict } from './decide.js';
import { newStream, SOFT_DELETED, type NewEvent, type StoredEvent, type Stream } from './stream.js';

/** How an append ended: `last` is the last event written or matched. */
export type Outcome =
  | { readonly kind: 'success'; readonly revision: number; readonly position: bigint | null }
  | { readonly kind: 'wrong-expected-version'; readonly revision: number }
  | { readonly kind: 'stream-deleted' };

/** All events in the order of their positions, and each stream's index. */
export interface Log {
  readonly events: readonly StoredEvent[];
  stream(name: string): Stream | undefined;
  append(name: string, expected: Expectation, events: readonly NewEvent[]): Outcome;
  softDelete(name: string, expected: Expectation): Outcome;
  tombstone(name: string, expected: Expectation): Outcome;
  /** The index of the first event at a position or after it. */
  indexOf(position: bigint): number;
  /** Calls back after each append, until the answer is called. */
  onAppended(listener: () => void): () => void;
  /** What a restart loses: the memory of recent ids. */
  forgetRecent(): void;
}

const RECORD_BYTES = 64n;
const METADATA = '$$';
const systemEvent = (type: string, text: string): NewEvent => ({
  id: randomUUID(),
  type,
  contentType: 'application/json',
  data: Buffer.from(text),
  metadata: new Uint8Array(),
});

/** `write` is told of each append before anything else knows of it, so that it can make it durable. */
export const openLog = (
  stored: Iterable<readonly StoredEvent[]> = [],
  write: (events: readonly StoredEvent[]) => void = () => undefined,
): Log => {
  const log: StoredEvent[] = [];
  const streams = new Map<string, Stream>();
  const listeners = new Set<() => void>();
  let end = 0n;

  const streamOf = (name: string): Stream => {
    const known = streams.get(name) ?? newStream();
    streams.set(name, known);
    return known;
  };
  const index = (event: StoredEvent): void => {
    log.push(event);
    end = event.position + RECORD_BYTES + BigInt(event.data.length + event.metadata.length);
    const stream = streamOf(event.stream);
    if (event.type === '$streamDeleted') stream.tombstone();
    else stream.add(event);
    if (event.stream.startsWith(METADATA)) streamOf(event.stream.slice(METADATA.length)).describe(event.data);
  };
  const commit = (events: readonly StoredEvent[]): void => {
    write(events);
    events.forEach(index);
    for (const listener of [...listeners]) listener();
  };
  const placed = (name: string, first: number, events: readonly NewEvent[], start = end): StoredEvent[] => {
    let position = start;
    const created = BigInt(Date.now()) * 10_000n;
    return events.map((event, offset) => {
      const stored = { ...event, stream: name, revision: first + offset, position, created };
      position += RECORD_BYTES + BigInt(event.data.length + event.metadata.length);
      return stored;
    });
  };
  const refused = (verdict: Verdict, stream: Stream): Outcome =>
    verdict.kind === 'stream-deleted' ? verdict : { kind: 'wrong-expected-version', revision: stream.last };
  const success = (stream: Stream, revision: number): Outcome => ({
    kind: 'success',
    revision,
    position: stream.events[revision]?.position ?? null,
  });
  /** A stream that was deleted softly comes back with its old numbering. */
  const undelete = (name: string, { last }: Stream): void => {
    const metadata = streamOf(METADATA + name);
    commit(placed(METADATA + name, metadata.last + 1, [systemEvent('$metadata', `{"$tb":${last + 1}}`)]));
  };

  const append: Log['append'] = (name, expected, events) => {
    const stream = streams.get(name) ?? newStream();
    const verdict = decide(
      stream,
      expected,
      events.map((event) => event.id),
    );
    if (verdict.kind === 'repeat') return success(stream, verdict.revision);
    if (verdict.kind !== 'write') return refused(verdict, stream);
    if (events.length === 0) return success(stream, stream.last);
    if (stream.isSoftDeleted) undelete(name, stream);
    commit(placed(name, stream.last + 1, events));
    const written = streamOf(name);
    return success(written, written.last);
  };

  const remove = (name: string, expected: Expectation, event: NewEvent, target: string): Outcome => {
    const stream = streams.get(name) ?? newStream();
    const verdict = decide(stream, expected, [event.id]);
    if (verdict.kind !== 'write') return refused(verdict, stream);
    if (stream.last === -1 && !stream.hasMetadata) return refused({ kind: 'wrong-expected-version' }, stream);
    commit(placed(target, streamOf(target).last + 1, [event]));
    return { kind: 'success', revision: stream.last, position: log.at(-1)?.position ?? null };
  };

  for (const events of stored) events.forEach(index);
  for (const stream of streams.values()) stream.forgetRecent();

  return {
    events: log,
    stream: (name) => streams.get(name),
    append,
    softDelete: (name, expected) =>
      remove(name, expected, systemEvent('$metadata', `{"$tb":${SOFT_DELETED}}`), METADATA + name),
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
    onAppended(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    forgetRecent() {
      for (const stream of streams.values()) stream.forgetRecent();
    },
  };
};
