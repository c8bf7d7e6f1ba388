import type { Position } from '../events/envelope.js';

/** A value that a query can compare. Text is compared by its UTF-8 bytes. */
export type Scalar = string | number | boolean | null;

/**
 * The whole language of queries: small enough that every adapter can promise an index for it. A field that a document
 * lacks counts as null, and no range or prefix matches null.
 */
export type Condition =
  | { readonly field: string; readonly is: Scalar }
  | { readonly field: string; readonly oneOf: readonly Scalar[] }
  | { readonly field: string; readonly startsWith: string }
  | { readonly field: string; readonly atLeast?: Scalar; readonly below?: Scalar; readonly above?: Scalar }
  | { readonly field: string; readonly exists: boolean }
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] };

export interface Query {
  readonly where: Condition;
  /** Ends in the document's key by itself, so that every order is total. */
  readonly sort?: readonly { readonly field: string; readonly descending?: boolean }[];
  readonly skip?: number;
  readonly limit?: number;
}

/** What a collection promises: the fields that are indexed together, and each query it will ever be asked. */
export interface CollectionShape {
  readonly name: string;
  readonly indexes: readonly (readonly string[])[];
  /** One example per kind of query; an adapter's plan for each must not scan the collection. */
  readonly queries: Readonly<Record<string, Query>>;
}

export interface Change<Doc> {
  readonly key: string;
  /** Null leaves a tombstone, so that an older change cannot bring the document back. */
  readonly doc: Doc | null;
  /** Of the last fact folded into it; the change is dropped when the stored document is as new or newer. */
  readonly position: Position;
}

export interface Documents<Doc extends object> {
  get(key: string): Promise<Doc | null>;
  /** The documents that exist among these keys, with the position each has reached. */
  load(
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, { readonly doc: Doc | null; readonly position: Position }>>;
  save(changes: readonly Change<Doc>[]): Promise<void>;
  find(query: Query): Promise<Doc[]>;
  count(where: Condition): Promise<number>;
}

/** One build of a view from the beginning of the log, by one version of its code. */
export interface Generation {
  readonly number: number;
  readonly version: number;
}

/**
 * Read models as documents: no transactions and no change feed, so that any document database serves. A view's
 * documents live in generations; one of them is live, others are being built beside it. Whoever follows the log saves
 * documents first and the checkpoint last: a crash between repeats work, which the positions absorb.
 */
export interface DocumentStore {
  open<Doc extends object>(shape: CollectionShape, generation: Generation): Promise<Documents<Doc>>;
  drop(name: string, generation: Generation): Promise<void>;
  live(name: string): Promise<Generation | null>;
  goLive(name: string, generation: Generation): Promise<void>;
  checkpoint(name: string, generation: Generation): Promise<Position | null>;
  /** Rejects where a later checkpoint stands already: another writer is ahead and this one must stop. */
  reach(name: string, generation: Generation, position: Position): Promise<void>;
}
