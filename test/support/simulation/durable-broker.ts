import type { RecordedFact, Fact } from '../../../events/envelope.js';
import { categoryOf } from '../../../events/store.js';
import type { Broker } from '../../../infra/compose/workers/broker.js';
import type { Interest } from '../../../workers/fact-listener.js';
import type { Steps } from './steps.js';
import type { Life } from '../scheduling/virtual-time.js';

type Handle = (fact: RecordedFact) => Promise<unknown>;

interface Listener {
  readonly life: Life;
  readonly interest: Interest<Fact>;
  readonly handle: Handle;
}

interface InHand {
  readonly listener: Listener;
  readonly fact: RecordedFact;
}

/** A broker that outlives its clients: what one of them has heard and not answered, another one hears again. */
export interface DurableBroker {
  /** The broker as one process sees it. */
  seenBy(life: Life): Broker;
  /** Hands out what waits for a group with nothing in hand. */
  pump(): void;
}

/** All facts of a group are in one partition, which one listener at a time has in hand. */
export const openDurableBroker = (steps: Steps): DurableBroker => {
  const queues = new Map<string, RecordedFact[]>();
  const listeners: Listener[] = [];
  const inHand = new Map<string, InHand>();
  const log: RecordedFact[] = [];

  const queueOf = ({ group, topics, types }: Interest<Fact>): RecordedFact[] => {
    const concerns = ({ stream, type }: RecordedFact): boolean =>
      topics.includes(categoryOf(stream)) && types.includes(type);
    const queue = queues.get(group) ?? log.filter(concerns);
    queues.set(group, queue);
    return queue;
  };
  const deliver = (listener: Listener, fact: RecordedFact): void => {
    const { life, interest, handle } = listener;
    const taken: InHand = { listener, fact };
    inHand.set(interest.group, taken);
    // The answer of a listener that was taken for dead moves nothing any more.
    const heard = (): void => {
      if (inHand.get(interest.group) !== taken) return;
      inHand.delete(interest.group);
      queues.get(interest.group)?.shift();
    };
    void steps
      .call({ life, port: 'broker', method: 'handle', args: [fact] }, () => handle(fact))
      .then(heard, () => inHand.delete(interest.group));
  };

  return {
    seenBy: (life) => {
      const publisher = {
        publish: (fact: RecordedFact) =>
          steps.call({ life, port: 'broker', method: 'publish', args: [fact] }, () => {
            log.push(fact);
            for (const [group, queue] of queues) {
              const interest = listeners.find((each) => each.interest.group === group)?.interest;
              if (interest?.types.includes(fact.type) === true) queue.push(fact);
            }
            return Promise.resolve();
          }),
        resume: () => Promise.resolve(log.at(-1)?.position ?? null),
      };
      return {
        listener: {
          listen: (interest, handle) =>
            steps.call({ life, port: 'broker', method: 'listen', args: [interest] }, () => {
              queueOf(interest);
              const listener = { life, interest: interest as unknown as Interest<Fact>, handle: handle as Handle };
              listeners.push(listener);
              const leave = (): Promise<void> => Promise.resolve(void listeners.splice(listeners.indexOf(listener), 1));
              return Promise.resolve({ [Symbol.asyncDispose]: leave });
            }),
        },
        openPublisher: () => ({ publisher, close: () => Promise.resolve() }),
        idle: () => Promise.resolve(),
        fault: () => null,
      };
    },
    pump() {
      for (const [group, queue] of queues) {
        const [fact] = queue;
        if (fact === undefined || inHand.get(group)?.listener.life.state === 'running') continue;
        const listener = listeners.findLast((each) => each.interest.group === group && each.life.state === 'running');
        if (listener !== undefined) deliver(listener, fact);
      }
    },
  };
};
