/** Something that happened, as the domain says it: plain JSON data under a past-tense name. */
export interface Fact<Type extends string = string, Data extends object = object> {
  readonly type: Type;
  readonly data: Readonly<Data>;
}

/**
 * Who asked. `platform` is the service acting for itself (recovery, background work), `adoption` an operator who takes
 * into the log what lies on the store already.
 */
export interface Actor {
  readonly agent: string;
  readonly source: 'user' | 'token' | 'header-fallback' | 'platform' | 'adoption';
  readonly appId: string | null;
}

/** What travels with every fact; everything but the actor is a string or a number, so that it survives any store. */
export interface Metadata {
  readonly $correlationId: string;
  /** The fact or command that led to this one. */
  readonly $causationId: string;
  readonly commandId: string;
  readonly actor: Actor;
  /** The version of this fact type's shape; upcasters lead from any shipped number to today's. */
  readonly schema: number;
  /** UTC with seven fractional digits: `2026-11-21T06:00:00.0000000Z`. */
  readonly occurredAt: string;
  /** The version of the software that recorded it. */
  readonly producer: string;
  /** Digest of the request behind the command, by which a command id that comes back with another one is told. */
  readonly commandSha256?: string;
  readonly traceparent?: string;
}

/** A fact on its way into a stream. The id makes a repeated append recognisable. */
export type Proposed<F extends Fact = Fact> = F & { readonly id: string; readonly metadata: Metadata };

/** Where a fact stands in the log of all facts: opaque text that orders as the log does. */
export type Position = string & { readonly __position: unique symbol };

/** A fact as the log keeps it. Revisions count from 0 within a stream. */
export type Recorded<F extends Fact = Fact> = Proposed<F> & {
  readonly stream: string;
  readonly revision: bigint;
  readonly position: Position;
};
