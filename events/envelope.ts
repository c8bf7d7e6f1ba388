/** An event of the domain: plain JSON data under a past-tense name. */
export interface Fact<Type extends string = string, Data extends object = object> {
  readonly type: Type;
  readonly data: Readonly<Data>;
}

/**
 * The agent behind a command. `platform` is the service itself (recovery, background work), `adoption` an operator who
 * adopts stored objects into the log.
 */
export interface Actor {
  readonly agent: string;
  readonly source: 'user' | 'token' | 'header-fallback' | 'platform' | 'adoption';
  readonly appId: string | null;
}

/** The metadata of every fact. All values but the actor are strings or numbers, which every store can carry. */
export interface Metadata {
  readonly $correlationId: string;
  /** The fact or command that led to this one. */
  readonly $causationId: string;
  readonly commandId: string;
  readonly actor: Actor;
  /** The schema number of the data; upcasts convert from any earlier one to the present. */
  readonly schema: number;
  /** UTC with seven fractional digits: `2026-11-21T06:00:00.0000000Z`. */
  readonly occurredAt: string;
  /** The version of the software that recorded it. */
  readonly producer: string;
  /** Digest of the request behind the command, to detect a command id that is reused for another request. */
  readonly commandSha256?: string;
  readonly traceparent?: string;
}

/** A fact on its way into a stream. The id makes a repeated append recognisable. */
export type NewFact<F extends Fact = Fact> = F & { readonly id: string; readonly metadata: Metadata };

/** The position of a fact in the log of all facts: opaque text that sorts in the order of the log. */
export type Position = string & { readonly __position: unique symbol };

/** A fact in the log. Revisions count from 0 within a stream. */
export type RecordedFact<F extends Fact = Fact> = NewFact<F> & {
  readonly stream: string;
  readonly revision: bigint;
  readonly position: Position;
};
