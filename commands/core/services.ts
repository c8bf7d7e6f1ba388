import type { Actor, Fact, Position, Recorded } from '../../events/envelope.js';
import { uuidV5 } from '../../events/ids.js';
import type { EventStore } from '../../events/store.js';
import type { ByteStore } from '../../formats/bytes.js';
import type { MetsWork } from '../../formats/mets/tasks/mets-work.js';
import type { Refused, Success } from '../../flow/result.js';
import type { Refusal } from './decider.js';
import type { Places } from '../storage/places.js';
import type { Removal } from '../storage/removal.js';

/** What commands and workers stand on. */
export interface Services {
  readonly events: EventStore;
  readonly bytes: ByteStore;
  /** The only way to delete anything of what `bytes` holds. */
  readonly removal: Removal;
  readonly places: Places;
  readonly now: () => Date;
  /** The version of this software, as facts record it. */
  readonly producer: string;
  /** Where a whole METS is worked on; in the thread that asks, unless said. */
  readonly mets?: MetsWork;
  /** The name the platform writes into METS, and those of whom it takes a METS for its own. */
  readonly metsAgent: { readonly name: string; readonly accepted: readonly string[] };
}

/** One request, or one step of a process: who wants it, and the id by which it is recognised when it comes again. */
export interface Intent {
  readonly commandId: string;
  readonly correlationId: string;
  /** The fact that led to this step; absent on a request. */
  readonly causationId?: string;
  readonly actor: Actor;
  /** UTC, seven fractional digits. */
  readonly at: string;
  /** Digest of what the caller sent, where the same command id may come again with something else. */
  readonly requestSha256?: string;
}

/** What every command says of who asks and when. */
export const askedBy = ({ actor, at }: Intent): { readonly by: string; readonly at: string } => ({
  by: actor.agent,
  at,
});

/** What a command answers that writes: a Result, and where in the log a reader finds what was written. */
export type CommandResult<T> = Written<T> | Refused<Refusal>;

/** `position` is the last fact written for this answer; null when nothing had to be written or it is not known. */
export interface Written<T> extends Success<T> {
  readonly position: Position | null;
}

export const written = <T>(value: T, position: Position | null): Written<T> => ({ ok: true, value, position });

/** A fact that stands in its stream, whether it was read from the log or has just been written to it. */
export type Happened<F extends Fact = Fact> = F & Omit<Recorded, 'type' | 'data' | 'position'>;

/**
 * The intent of a step that follows from a fact. It depends on the fact and the step alone, so that everyone who takes
 * the step makes the same append.
 */
export const stepOf = (fact: Happened, step: string): Intent => ({
  commandId: uuidV5(`${fact.id}:${step}`),
  correlationId: fact.metadata.$correlationId,
  causationId: fact.id,
  actor: fact.metadata.actor,
  at: fact.metadata.occurredAt,
});
