import type { Position } from '../events/envelope.js';
import type { Tally } from '../events/tally.js';
import type { LeaseRecord } from '../flow/lease/lease-store.js';

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
  /**
   * Tells the collection that `prepare` made from any other of its name. Null where it is gone, also when something was
   * written there since; empty for one that an earlier version made.
   */
  collectionId(): Promise<string | null>;
}

/** One build of a view from the beginning of the log, by one version of its code. Numbers are never used twice. */
export interface Generation {
  readonly number: number;
  readonly version: number;
}

/** A generation as the register knows it. */
export interface RegisteredGeneration extends Generation {
  /** Everything up to here is in its documents; null before the first run of facts. */
  readonly position: Position | null;
  /**
   * What it has consumed up to the position that the tally names; written together with the checkpoint. An earlier
   * version of the software moves the checkpoint and leaves this behind, or has never written it.
   */
  readonly tally?: Tally;
  /** How many rebuilds had been requested when it was begun: it answers those. */
  readonly rebuildRequests: number;
}

/** How far a generation has come. */
export interface GenerationCheckpoint {
  readonly position: Position;
  /** What it has consumed up to there; left as it stands where that is not known. */
  readonly tally?: Tally;
}

/** What is known of a view beside its documents: one record, so that every change of it is one atomic step. */
export interface ViewRegister {
  /** Of the process that writes the view. */
  readonly lease: LeaseRecord;
  /** The number of the generation that readers are shown; null before there is one. */
  readonly live: number | null;
  /** In the order in which they were begun. */
  readonly generations: readonly RegisteredGeneration[];
  /** How many rebuilds have been requested, ever. */
  readonly rebuildRequests: number;
}

export type DocumentStoreFaultCode =
  | 'lease-lost' // another process has the lease of the view by now, or a later checkpoint stands: this writer must stop
  | 'document-refused' // too large, or not to be stored as it is; nothing of it was written
  | 'store-unavailable'; // a repeated call may succeed, and repeating is safe

/** What a document store rejects with; `cause` is the vendor's own error. */
export class DocumentStoreFault extends Error {
  override name = 'DocumentStoreFault';
  readonly code: DocumentStoreFaultCode;
  /** Whether the same call may succeed later. */
  readonly transient: boolean;
  constructor(code: DocumentStoreFaultCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.transient = code === 'store-unavailable';
  }
}

/** Whether a step was refused because its epoch, or its checkpoint, has been overtaken. */
export const isLeaseLost = (fault: unknown): boolean =>
  fault instanceof DocumentStoreFault && fault.code === 'lease-lost';

/**
 * Read models as documents: no transactions and no change feed, so that any document database serves. A view's
 * documents live in generations; one of them is live, others are being built beside it. The process that has the view's
 * lease saves documents first and the checkpoint last: a crash between repeats work, which the positions absorb. A process
 * that lost the lease without knowing can only save what is known already, and its next step of the register is refused:
 * the epoch is the fence.
 *
 * What was acknowledged survives the store's death, and is seen by every later call of any process.
 */
export interface DocumentStore {
  /** The documents of a generation as they are. Makes nothing: one that does not exist is empty, or fails to be read. */
  open<Doc extends object>(shape: CollectionShape, generation: Generation): Promise<Documents<Doc>>;
  /** Makes the collection and its indexes where they are missing. For projectors. */
  prepare<Doc extends object>(shape: CollectionShape, generation: Generation): Promise<Documents<Doc>>;
  register(name: string): Promise<ViewRegister>;
  /** Acquires the lease in a new epoch if it is still as it was seen, and answers the register; null when it is not. */
  acquireLease(name: string, holder: string, seen: LeaseRecord): Promise<ViewRegister | null>;
  /** A heartbeat of the holder. Like every step below that carries an epoch, it rejects with `lease-lost` for another. */
  renewLease(name: string, epoch: number): Promise<ViewRegister>;
  /** Gives the lease up, so that the next process need not wait. */
  releaseLease(name: string, epoch: number): Promise<void>;
  /** Registers a new generation with the next number. */
  beginGeneration(name: string, epoch: number, version: number): Promise<ViewRegister>;
  /** The checkpoint of a generation, position and tally in one step; also rejects with `lease-lost` where a later one stands. */
  saveCheckpoint(name: string, epoch: number, generation: Generation, checkpoint: GenerationCheckpoint): Promise<void>;
  /** Moves the readers. A generation that was left never comes back. */
  goLive(name: string, epoch: number, generation: Generation): Promise<void>;
  /** Removes a generation that is not live from the register. Its documents stay until the next sweep. */
  removeGeneration(name: string, epoch: number, generation: Generation): Promise<void>;
  /** Drops the documents of every generation that the register does not name. Safe for anybody at any time. */
  sweepGenerations(name: string): Promise<void>;
  /** Asks for a new generation, whichever process builds it; answers the number of the request. */
  requestRebuild(name: string): Promise<number>;
}
