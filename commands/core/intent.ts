import type { Actor } from '../../events/envelope.js';
import { uuidV5 } from '../../events/ids.js';
import type { Happened } from './happened.js';

/** One request, or one step of a process: its agent, and the id by which a repeat is recognised. */
export interface Intent {
  readonly commandId: string;
  readonly correlationId: string;
  /** The fact that led to this step; absent on a request. */
  readonly causationId?: string;
  readonly actor: Actor;
  /** UTC, seven fractional digits. */
  readonly at: string;
  /** Digest of the request, where a caller may send the same command id with another request. */
  readonly requestSha256?: string;
}

/**
 * The intent of a step that follows from a fact. It depends on the fact and the step alone, so that every process that
 * takes the step makes the same append.
 */
export const stepOf = (fact: Happened, step: string): Intent => ({
  commandId: uuidV5(`${fact.id}:${step}`),
  correlationId: fact.metadata.$correlationId,
  causationId: fact.id,
  actor: fact.metadata.actor,
  at: fact.metadata.occurredAt,
});
