import { performance } from 'node:perf_hooks';
import { catalogue } from '../../events/codec/catalogue.js';
import type { Fact, NewFact } from '../../events/envelope.js';
import { idFor } from '../../events/ids.js';
import { notBefore } from '../../events/time.js';
import { EventStoreFault, RevisionConflict, type AppendResult, type EventStore } from '../../events/store.js';
import { backOffMs } from '../../flow/back-off.js';
import { pause } from '../../flow/pause.js';
import { refused } from '../../flow/result.js';
import { retry } from '../../flow/retry.js';
import { digestOf, type StreamFact, type Intent } from './intent.js';
import { isRefusal, written, type AnyCommand, type Decider, type CommandInput, type HandleResult } from './decider.js';
import { attemptBefore } from './earlier-attempt.js';
import { fold, type StreamState } from './fold.js';
import type { Dependencies } from './dependencies.js';

export interface Request<State, Command extends AnyCommand, F extends Fact> {
  readonly decider: Decider<State, Command, F>;
  readonly stream: string;
  readonly command: CommandInput<Command>;
  /** The stream as the caller has folded it: decided on first, and folded anew where an append finds that it went on. */
  readonly known?: StreamState<State> | null;
  /** The revision the caller has seen; without it a concurrent append only means deciding again. */
  readonly ifRevision?: bigint | 'none';
  /** How long to retry while others write to the stream or the result of an append is unknown, in milliseconds. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 10_000;
const schemas = new Map(catalogue.map(({ type, schema }) => [type, schema]));

/** Concurrent writers of a stream collide again within milliseconds. */
const BACK_OFF = { firstMs: 10, capMs: 250, jitter: 'full' } as const;

/** The digest that distinguishes a repeat from another request; steps of a process need none, their id is enough. */
const digestFor = ({ requestSha256, causationId }: Intent, command: AnyCommand): string | undefined =>
  requestSha256 ?? (causationId === undefined ? digestOf({ ...command, at: null }) : undefined);

/** What a command is to append, and the revision that it expects. */
interface Proposal<F extends Fact> {
  readonly command: AnyCommand;
  readonly facts: readonly F[];
  readonly expected: bigint | 'none';
}

/** The facts of a command, ready to be appended: the same command gives them the same ids at the same revision. */
export const propose = <F extends Fact>(
  dependencies: Pick<Dependencies, 'producer'>,
  intent: Intent,
  { command, facts, expected }: Proposal<F>,
) => {
  const commandSha256 = digestFor(intent, command);
  const first = expected === 'none' ? 0n : expected + 1n;
  return facts.map((fact, index): NewFact<F> => ({
    ...fact,
    id: idFor(intent.commandId, first + BigInt(index)),
    metadata: {
      $correlationId: intent.correlationId,
      $causationId: intent.causationId ?? intent.commandId,
      commandId: intent.commandId,
      actor: intent.actor,
      schema: schemas.get(fact.type) ?? 0,
      occurredAt: intent.at,
      producer: dependencies.producer,
      ...(commandSha256 === undefined ? {} : { commandSha256 }),
    },
  }));
};

/** Repeats an append whose result is unknown, with the same ids and expected revision, so that it is written once. */
const appendWithRetry = (
  events: EventStore,
  append: { readonly stream: string; readonly facts: readonly NewFact[]; readonly expected: bigint | 'none' },
  deadline: number,
): Promise<AppendResult> =>
  retry(() => events.append(append.stream, append.facts, append.expected), {
    backOff: BACK_OFF,
    mayPass: (error) => error instanceof EventStoreFault && error.transient && performance.now() <= deadline,
  });

/**
 * Carries out a command on one stream: folds it, decides, and appends at the revision it read. After a concurrent
 * append it decides again, with jitter, unless the caller named a revision (then RevisionConflict). The same command
 * id again, in this process or another, answers the facts of the first time (`attemptBefore`). The time of the facts is that of the
 * command, or of the stream's last fact where that is later: another clock made it. After the timeout, a busy stream is an
 * EventStoreFault `store-unavailable`, an append with an unknown result the store's own `outcome-unknown`.
 */
export const handle = async <State, Command extends AnyCommand, F extends Fact>(
  dependencies: Pick<Dependencies, 'events' | 'producer'>,
  intent: Intent,
  { decider, stream, command: given, known, ifRevision, patienceMs = PATIENCE_MS }: Request<State, Command, F>,
): Promise<HandleResult<F>> => {
  const { events } = dependencies;
  const command = { by: intent.actor.agent, at: intent.at, ...given } as unknown as Command;
  const deadline = performance.now() + patienceMs;
  let folded = known ?? (await fold(events, decider, stream));
  for (let failures = 0; ; failures++) {
    const { state, revision, lastAt, commands } = folded;
    const sha256 = digestFor(intent, command);
    const earlier = await attemptBefore<F>(events, { stream, commands, sha256 }, intent);
    if (earlier !== null) return earlier;
    if (ifRevision !== undefined && ifRevision !== revision) throw new RevisionConflict(stream, ifRevision, revision);
    const [timed, at] = [{ ...command, at: notBefore(command.at, lastAt) }, notBefore(intent.at, lastAt)];
    const decision = decider.decide(timed, state);
    if (isRefusal(decision)) return refused(decision);
    if (decision.length === 0) return written([], null);
    const facts = propose(dependencies, { ...intent, at }, { command: timed, facts: decision, expected: revision });
    try {
      const appended = await appendWithRetry(events, { stream, facts, expected: revision }, deadline);
      return written(placed(facts, stream, appended), appended.position);
    } catch (error) {
      requireConflict(error, { stream, ifRevision }, deadline);
      await pause(backOffMs(failures, BACK_OFF));
      folded = await fold(events, decider, stream);
    }
  }
};

const placed = <F extends Fact>(
  facts: readonly NewFact<F>[],
  stream: string,
  { revision }: AppendResult,
): readonly StreamFact<F>[] => {
  const first = revision - BigInt(facts.length - 1);
  return facts.map((fact, index) => ({ ...fact, stream, revision: first + BigInt(index) }));
};

/** Throws what does not lead to another decision: another error, or a conflict that the caller wants to know of. */
const requireConflict = (
  error: unknown,
  { stream, ifRevision }: { readonly stream: string; readonly ifRevision: bigint | 'none' | undefined },
  deadline: number,
): void => {
  if (!(error instanceof RevisionConflict) || ifRevision !== undefined) throw error;
  if (performance.now() > deadline) throw busy(stream, error);
};

const busy = (stream: string, cause: RevisionConflict): EventStoreFault =>
  new EventStoreFault('store-unavailable', `others kept writing to ${stream}`, { cause });
