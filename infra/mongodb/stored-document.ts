import type { Document } from 'mongodb';
import type { Position } from '../../events/envelope.js';

/** A document as it lies in its collection: its key, the last fact folded into it, and no `doc` where it was removed. */
export interface StoredDocument {
  readonly _id: string;
  readonly position: Position;
  readonly doc?: Document;
}
