import type { Fact, Position } from '../../events/envelope.js';
import { APPEND_LIMITS, type EventStore } from '../../events/store.js';
import { refused } from '../../flow/result.js';
import { keyReused, written, type HandleResult, type WriteSuccess } from './decider.js';
import type { Intent, StreamFact } from './intent.js';
import { isRecent, type RecentCommands } from './recent-commands.js';

/** Where an earlier attempt is looked for. */
interface AttemptsIn {
  readonly stream: string;
  readonly commands: RecentCommands;
  /** The digest of the request, or of what it asks for; undefined where the id alone is enough. */
  readonly sha256: string | undefined;
}

/** The revision of the first fact of a command, of which no fact is older than a time (UTC timestamp); null without one. */
const findBackTo = async (
  events: EventStore,
  stream: string,
  { commandId, at }: Pick<Intent, 'commandId' | 'at'>,
): Promise<bigint | null> => {
  let first: bigint | null = null;
  for await (const { revision, metadata } of events.read(stream, { direction: 'backwards' })) {
    if (metadata.commandId === commandId) first = revision;
    else if (first !== null || metadata.occurredAt < at) return first;
  }
  return first;
};

/** The revision of the first fact of the command, whenever it was carried out; null without one. */
const findFirst = async (
  events: EventStore,
  { stream, commands }: AttemptsIn,
  intent: Intent,
): Promise<bigint | null> => {
  const known = commands.find(intent.commandId);
  if (known !== null || !isStep(intent) || commands.reachesBackTo(intent.at)) return known;
  return findBackTo(events, stream, intent);
};

/** Whether it follows from a fact, at the time of that. */
const isStep = ({ causationId }: Intent): boolean => causationId !== undefined;

/** The facts of a command that begin at a revision, and the position of the last. */
const readFacts = async <F extends Fact>(
  events: EventStore,
  { stream, from, commandId }: { readonly stream: string; readonly from: bigint; readonly commandId: string },
): Promise<WriteSuccess<readonly StreamFact<F>[]>> => {
  const facts: StreamFact<F>[] = [];
  let position: Position | null = null;
  for await (const fact of events.read<F>(stream, { from, limit: APPEND_LIMITS.facts })) {
    if (fact.metadata.commandId !== commandId) break;
    facts.push(fact);
    position = fact.position;
  }
  return written(facts, position);
};

/**
 * The facts that an earlier attempt wrote to a stream; null without one. A request is recognised for as long as it may
 * be repeated (`isRecent`). A step that follows from a fact is recognised whenever it is repeated: where the
 * recent commands do not reach back to that fact, the stream is read back to its time. A refusal when the same id was
 * used for another request.
 */
export const attemptBefore = async <F extends Fact>(
  events: EventStore,
  attempts: AttemptsIn,
  intent: Intent,
): Promise<HandleResult<F> | null> => {
  const from = await findFirst(events, attempts, intent);
  if (from === null) return null;
  const { stream, sha256 } = attempts;
  const facts = await readFacts<F>(events, { stream, from, commandId: intent.commandId });
  const [first] = facts.value;
  if (first === undefined || !(isStep(intent) || isRecent(first.metadata.occurredAt, intent.at))) return null;
  const { commandSha256 } = first.metadata;
  const isOther = sha256 !== undefined && commandSha256 !== undefined && sha256 !== commandSha256;
  return isOther ? refused(keyReused()) : facts;
};
