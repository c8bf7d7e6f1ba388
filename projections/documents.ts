import type { Position } from '../events/envelope.js';
import type { Tally } from '../events/tally.js';
import type { LeaseRecord } from '../flow/lease/lease-store.js';
import { faultClass } from '../flow/fault.js';

/** A value that a query can compare. Text is compared by its UTF-8 bytes. */
export type Scalar = string | number | boolean | null;

/**
 * The query language: small enough that every adapter can serve it from an index. A missing field counts as null, and
 * no range or prefix matches null.
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
  /** Every order ends in the document's key, in the direction of the last field; ascending where there is none. */
  readonly sort?: readonly { readonly field: string; readonly descending?: boolean }[];
  readonly skip?: number;
  readonly limit?: number;
  /**
   * The declared index that answers the query where the database's planner would not find it, since it has no
   * statistics. It is left out where a generation of an earlier version has no such index.
   */
  readonly by?: readonly string[];
}

/** The document's key among the fields of an index. */
export const KEY = '(key)';

/** The declaration of a collection: its indexes and all of its queries. */
export interface CollectionShape {
  readonly name: string;
  /** By their fields. The key comes after them where it is not among them. */
  readonly indexes: readonly (readonly string[])[];
  /** One example for each kind of query; an adapter must answer each without scanning the collection. */
  readonly queries: Readonly<Record<string, Query>>;
}

export interface Change<Doc> {
  readonly key: string;
  /** Null leaves a tombstone, so that an older change cannot restore the document. */
  readonly doc: Doc | null;
  /**
   * Of the last fact folded into it; the change is ignored when the stored document has the same or a later position.
   */
  readonly position: Position;
}

export interface Documents<Doc extends object> {
  get(key: string): Promise<Doc | null>;
  /** The existing documents among these keys, with their positions. Rejects where the collection is gone. */
  load(
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, { readonly doc: Doc | null; readonly position: Position }>>;
  save(changes: readonly Change<Doc>[]): Promise<void>;
  find(query: Query): Promise<Doc[]>;
  /** `by` as in a query. */
  count(where: Condition, by?: readonly string[]): Promise<number>;
  /**
   * Identifies the collection that `prepare` made. Null where that is gone, also when another was written under its
   * name.
   */
  collectionId(): Promise<string | null>;
}

/** One build of a view from the beginning of the log, by one version of its code. Numbers are never used twice. */
export interface Generation {
  readonly number: number;
  readonly version: number;
}

/** A generation in the register. */
export interface RegisteredGeneration extends Generation {
  /** The documents include everything up to here; null before the first batch of facts. */
  readonly position: Position | null;
  /**
   * The facts consumed up to the tally's position; written together with the checkpoint. An earlier version of the
   * software does not write it, so it may be missing or behind the checkpoint.
   */
  readonly tally?: Tally;
  /** How many rebuilds had been requested when it was begun. */
  readonly rebuildRequests: number;
  /**
   * The end that the log had when it was begun: until its position is there, documents are missing. Null where the log
   * was empty; an earlier version of the software does not write it.
   */
  readonly end?: Position | null;
  /** When it was begun, by the clock of the process that began it, in UTC; an earlier version of the software does not write it. */
  readonly begun?: string;
}

/** The position of a generation. */
export interface GenerationCheckpoint {
  readonly position: Position;
  /** The facts consumed up to there; the stored tally is not changed when absent. */
  readonly tally?: Tally;
}

/** The metadata of a view: one record, so that every change is atomic. */
export interface ViewRegister {
  /** The lease of the process that writes the view. */
  readonly lease: LeaseRecord;
  /** The number of the generation that readers use; null before there is one. */
  readonly live: number | null;
  /** In the order in which they were begun. */
  readonly generations: readonly RegisteredGeneration[];
  /** How many rebuilds have been requested so far. */
  readonly rebuildRequests: number;
}

export type DocumentStoreFaultCode =
  | 'lease-lost' // another process has the lease, or a later checkpoint exists: this writer must stop
  | 'document-refused' // too large, or not storable; nothing was written
  | 'store-unavailable'; // a repeated call may succeed, and repeating is safe

/** The error of a document store; `cause` is the vendor's own error. */
export class DocumentStoreFault extends faultClass<DocumentStoreFaultCode>('DocumentStoreFault', [
  'store-unavailable',
]) {}

/** Whether a step was refused because of a newer epoch or checkpoint. */
export const isLeaseLost = (fault: unknown): boolean =>
  fault instanceof DocumentStoreFault && fault.code === 'lease-lost';

/**
 * Read models as documents, without transactions and change feeds, so that any document database can hold them. A
 * view's documents belong to generations; one is live, others are being built. The holder of the view's lease saves
 * documents first and the checkpoint last: after a crash between the two, work is repeated, and the positions make that
 * harmless. A process that lost its lease without noticing can only save changes that are ignored, and its next change
 * of the register is refused because of its epoch.
 *
 * Acknowledged writes are durable, and visible to every later call of any process.
 */
export interface DocumentStore {
  /** Opens the documents of a generation. Creates nothing: a missing collection is empty, or reads fail. */
  open<Doc extends object>(shape: CollectionShape, generation: Generation): Promise<Documents<Doc>>;
  /** Creates the collection and its indexes where they are missing. For projectors. */
  prepare<Doc extends object>(shape: CollectionShape, generation: Generation): Promise<Documents<Doc>>;
  register(name: string): Promise<ViewRegister>;
  /** Acquires the lease in a new epoch if it is unchanged since `seen`, and answers the register; null otherwise. */
  acquireLease(name: string, holder: string, seen: LeaseRecord): Promise<ViewRegister | null>;
  /**
   * Releases the lease, so that the next process need not wait. Like every step below with an epoch, it rejects with
   * `lease-lost` when the epoch is not the present one.
   */
  releaseLease(name: string, epoch: number): Promise<void>;
  /** Registers a new generation with the next number; `end` is where the log ends now, null for an empty one. */
  beginGeneration(name: string, epoch: number, version: number, end: Position | null): Promise<ViewRegister>;
  /**
   * The checkpoint of a generation, position and tally in one step; also rejects with `lease-lost` where a later one
   * exists.
   */
  saveCheckpoint(name: string, epoch: number, generation: Generation, checkpoint: GenerationCheckpoint): Promise<void>;
  /** Makes a generation live. Earlier generations can never become live again. */
  goLive(name: string, epoch: number, generation: Generation): Promise<void>;
  /** Removes a generation that is not live from the register. Its documents are kept until the next sweep. */
  removeGeneration(name: string, epoch: number, generation: Generation): Promise<void>;
  /** Deletes the documents of every generation that is not in the register. Any process may call it at any time. */
  sweepGenerations(name: string): Promise<void>;
  /** Requests a new generation; answers the number of the request. */
  requestRebuild(name: string): Promise<number>;
}

/** What a reader of read models uses of their store. */
export type ReadableDocumentStore = Pick<DocumentStore, 'open' | 'register'>;
