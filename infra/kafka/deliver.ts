import type { IHeaders } from 'kafkajs';
import type { Fact, RecordedFact } from '../../events/envelope.js';
import { categoryOf, EventStoreFault } from '../../events/store.js';
import type { Interest, Verdict } from '../../workers/fact-listener.js';
import type { FactReader } from '../../events/public/job-groups.js';
import { isForAnother } from './parked.js';
import { readPointer, type Pointer } from './pointer.js';
import { inTime } from './in-time.js';

/** The outcome of a message. With `fault: 'ours'` it is retried without limit; other faults count up to a limit. */
export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'later'; readonly reason: string; readonly fault: 'ours' | 'listener' | 'missing' }
  | { readonly kind: 'park'; readonly reason: string };

/** A listener with the facts that it wants. */
export interface Delivery {
  /** The broker's name of the group. */
  readonly groupId: string;
  readonly events: FactReader;
  readonly interest: Interest<Fact>;
  readonly handle: (fact: RecordedFact) => Promise<Verdict>;
  /** The time limit for reading the fact, and for handling it. */
  readonly patienceMs: number;
}

const DONE: Outcome = { kind: 'done' };
const later = (fault: 'ours' | 'listener' | 'missing', error: unknown): Outcome => ({
  kind: 'later',
  fault,
  reason: String(error),
});

const readFact = async (events: FactReader, { stream, revision }: Pointer): Promise<RecordedFact | null> => {
  for await (const fact of events.read(stream, { from: revision, limit: 1 })) return fact;
  return null;
};

const outcomeOf = (verdict: Verdict): Outcome => {
  if ('done' in verdict) return DONE;
  return 'park' in verdict ? { kind: 'park', reason: verdict.park } : later('listener', verdict.later);
};

const handOver = async ({ events, handle, patienceMs }: Delivery, pointer: Pointer): Promise<Outcome> => {
  const { stream, revision } = pointer;
  let fact: RecordedFact | null;
  try {
    fact = await inTime(readFact(events, pointer), patienceMs, `reading ${stream}`);
  } catch (error) {
    // A later release may be able to read this fact: it is put off, and finally parked.
    const ours = !(error instanceof EventStoreFault) || error.transient || error.code === 'store-closed';
    return later(ours ? 'ours' : 'listener', error);
  }
  if (fact === null) return later('missing', `${stream} has no revision ${revision}`);
  if (fact.id !== pointer.id || fact.revision !== revision || fact.type !== pointer.type)
    return { kind: 'park', reason: `revision ${revision} of ${stream} is another fact than the message says` };
  try {
    return outcomeOf(await inTime(handle(fact), patienceMs, 'the listener'));
  } catch (error) {
    return later('listener', error);
  }
};

/** Delivers the fact that a message points at; its content is read from the log. Never rejects. */
export const deliver = async (delivery: Delivery, headers: IHeaders | undefined): Promise<Outcome> => {
  const { topics, types } = delivery.interest;
  if (isForAnother(delivery.groupId, headers)) return DONE;
  const pointer = readPointer(headers);
  if (!pointer.ok) return { kind: 'park', reason: pointer.refusal };
  const { type, stream } = pointer.value;
  if (!types.includes(type) || !topics.includes(categoryOf(stream))) return DONE;
  return handOver(delivery, pointer.value);
};
