import type { Fact, Position, RecordedFact } from '../../../events/envelope.js';
import type { Delivery, EventStore, FeedOptions } from '../../../events/store.js';
import type { Ports } from '../../../infra/compose/stores/stores.js';
import type { PortName, Steps } from './steps.js';
import type { Life } from '../scheduling/virtual-time.js';

/** Rings whenever something was appended. */
export interface News {
  ring(): void;
  /** Resolves at the next ring, or when the signal aborts. */
  wait(signal: AbortSignal): Promise<void>;
}

export const openNews = (): News => {
  let listeners = new Set<() => void>();
  return {
    ring() {
      const rung = listeners;
      listeners = new Set();
      for (const listener of rung) listener();
    },
    wait: (signal) =>
      new Promise((resolve) => {
        const listener = (): void => {
          signal.removeEventListener('abort', listener);
          resolve();
        };
        listeners.add(listener);
        signal.addEventListener('abort', listener);
        if (signal.aborted) listener();
      }),
  };
};

const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
};

type NamedCall = (method: string, args: readonly unknown[], effect: () => Promise<unknown>) => Promise<unknown>;

const ITERABLE = new Set(['read', 'readAll', 'list', 'listFolders']);
/** Methods whose answer is itself spoken to. */
const OPENING = new Set(['open', 'prepare']);

async function* listed(all: Promise<unknown>): AsyncGenerator {
  yield* (await all) as unknown[];
}

/** A port whose every call is a step. */
const stepped = <Port extends object>(port: Port, call: NamedCall): Port =>
  new Proxy(port, {
    get(target, property, receiver) {
      const member: unknown = Reflect.get(target, property, receiver);
      if (typeof member !== 'function' || typeof property !== 'string') return member;
      const apply = (args: unknown[]): unknown => Reflect.apply(member, target, args);
      if (ITERABLE.has(property))
        return (...args: unknown[]) =>
          listed(call(property, args, () => collect(apply(args) as AsyncIterable<unknown>)));
      return (...args: unknown[]) => {
        const answer = call(property, args, async () => await apply(args));
        return OPENING.has(property) ? answer.then((opened) => stepped(opened as object, call)) : answer;
      };
    },
  });

/** A subscription that is a read of the log wherever something new is in it. */
async function* subscribed(events: EventStore, options: FeedOptions, signal: AbortSignal, news: News, call: NamedCall) {
  let after = options.after;
  let announced = false;
  const isOver = (): boolean => signal.aborted;
  while (!isOver()) {
    const rung = news.wait(signal);
    const [facts, head] = (await call('subscribe', [after], async () => {
      const found = await collect(events.readAll({ ...options, after }));
      return [found, await events.head()];
    })) as [RecordedFact[], Position | null];
    for (const fact of facts) {
      if (isOver()) return;
      yield { kind: 'fact', fact } as const;
    }
    const moved = head !== null && head !== after;
    after = head ?? after;
    if (moved || !announced) yield { kind: announced ? 'progress' : 'caught-up', position: head } as const;
    announced = true;
    if (!moved) await rung;
  }
}

/** The ports as one process sees them. Heartbeats are no steps: there would be hardly any others. */
export const interposed = (
  { events, bytes, documents, records }: Ports,
  steps: Steps,
  life: Life,
  news: News,
): Ports => {
  const calling =
    (port: PortName): NamedCall =>
    (method, args, effect) =>
      steps.call({ life, port, method, args }, effect);
  const eventCall: NamedCall = (method, args, effect) =>
    calling('events')(method, args, async () => {
      const answer = await effect();
      if (method === 'append') news.ring();
      return answer;
    });
  const log = stepped(events, eventCall);
  return {
    events: new Proxy(log, {
      get: (target, property) =>
        property === 'subscribe'
          ? <F extends Fact>(options: FeedOptions, signal: AbortSignal) =>
              subscribed(events, options, signal, news, eventCall) as AsyncIterable<Delivery<F>>
          : (Reflect.get(target, property) as unknown),
    }),
    bytes: stepped(bytes, calling('bytes')),
    documents: stepped(documents, calling('documents')),
    records,
  };
};
