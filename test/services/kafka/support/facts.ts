import { randomUUID } from 'node:crypto';
import type { DepositFact } from '../../../../events/deposit.js';
import type { RecordedFact } from '../../../../events/envelope.js';
import type { EventStore } from '../../../../events/store.js';
import type { FactListener, Verdict } from '../../../../workers/fact-listener.js';
import { platformFact } from '../../../support/facts/platform-fact.js';
import { identityOf } from '../../../workers/support/log-of-facts.js';

type LockFact = Extract<DepositFact, { type: 'DepositLocked' }>;

/** Records so many facts in so many streams, turn by turn, and answers them in the order of the log. */
export const recordTurns = async (events: EventStore, streams: number, turns: number): Promise<RecordedFact[]> => {
  const ids = Array.from({ length: streams }, () => randomUUID());
  for (let turn = 0; turn < turns; turn++)
    await Promise.all(
      ids.map((depositId) => {
        const data = { depositId, by: 'Maja Lind', at: '2026-03-04T05:06:07.8901234Z' };
        const fact = platformFact<LockFact>({ type: 'DepositLocked', data }, identityOf('test'));
        return events.append(`deposit-${depositId}`, [fact], turn === 0 ? 'none' : BigInt(turn - 1));
      }),
    );
  const facts: RecordedFact[] = [];
  for await (const fact of events.readAll({ categories: ['deposit'] })) facts.push(fact);
  return facts.filter(({ stream }) => ids.some((id) => stream === `deposit-${id}`));
};

/** Listens to all of them; the revisions of each stream in the order in which they came, repeats included. */
export const hearing = async (
  listener: FactListener,
  group: string,
  answer: (fact: RecordedFact) => Verdict | Promise<Verdict> = () => ({ done: true }),
  heard = new Map<string, number[]>(),
): Promise<{ heard: Map<string, number[]>; listening: AsyncDisposable }> => {
  const listening = await listener.listen<LockFact>(
    { group, topics: ['deposit'], types: ['DepositLocked'] },
    async (fact) => {
      const verdict = await answer(fact);
      if ('done' in verdict) heard.set(fact.stream, [...(heard.get(fact.stream) ?? []), Number(fact.revision)]);
      return verdict;
    },
  );
  return { heard, listening };
};

/** Whether every stream was heard to the end. */
export const isComplete = (heard: ReadonlyMap<string, readonly number[]>, streams: number, turns: number): boolean =>
  heard.size === streams && [...heard.values()].every((revisions) => revisions.includes(turns - 1));
