import type { Fact, RecordedFact } from '../../../events/envelope.js';
import { lastFact } from '../../../events/last-fact.js';
import { notBefore } from '../../../events/time.js';
import { RevisionConflict } from '../../../events/store.js';
import { isRefusal, type AnyCommand, type Decider } from '../../core/decider.js';
import type { Dependencies } from '../../core/dependencies.js';
import { propose } from '../../core/handle.js';
import { stepOf } from '../../core/intent.js';

/** What is announced in which activity stream; `step` tells apart what is announced of one fact. */
export interface Announcement<State, Command extends AnyCommand, F extends Fact> {
  readonly stream: string;
  readonly decider: Decider<State, Command, F>;
  readonly command: Command;
  readonly step: string;
}

/**
 * Adds what a fact of the log leads to in an activity stream, exactly once however often it is called: each activity
 * holds the position of what it announces, so the last activity shows what was announced, and the append expects it to
 * be still the last. Everything before this fact must have been announced. Rejects with EventStoreFault; repeating it is
 * safe.
 */
export const appendActivity = async <State, Command extends AnyCommand, F extends Fact>(
  dependencies: Pick<Dependencies, 'events' | 'producer'>,
  source: RecordedFact,
  { stream, decider, command, step }: Announcement<State, Command, F>,
): Promise<void> => {
  const { events } = dependencies;
  for (;;) {
    const last = await lastFact<F>(events, stream);
    const state = last === null ? decider.initial : decider.evolve(decider.initial, last);
    const decision = decider.decide(command, state);
    if (isRefusal(decision) || decision.length === 0) return;
    try {
      const intent = stepOf(source, step);
      const at = notBefore(intent.at, last?.metadata.occurredAt ?? null);
      const expected = last?.revision ?? 'none';
      const facts = propose(dependencies, { ...intent, at }, { command, facts: decision, expected });
      await events.append(stream, facts, expected);
      return;
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error; // another process announced something, perhaps this
    }
  }
};
