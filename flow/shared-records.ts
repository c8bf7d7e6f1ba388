/** A record as its store has it. */
export interface SharedRecord<Value = unknown> {
  readonly name: string;
  /** Different after every write, also after the store was emptied. */
  readonly tag: string;
  readonly value: Value;
}

/**
 * Small JSON records by which processes coordinate. They are no facts: nothing that must be right rests on them, and a
 * store that was emptied costs time only (docs/adr/0079).
 *
 * Every method rejects with a transient fault where the store cannot be reached; a call that failed may have taken effect.
 */
export interface SharedRecords {
  /** The records whose names begin with the prefix, by name. */
  list(prefix: string): Promise<readonly SharedRecord[]>;
  read(name: string): Promise<SharedRecord | null>;
  /** Writes the record if its tag is still `seen` (null: if there is none). Answers the new tag, null where it was not. */
  write(name: string, value: unknown, seen: string | null): Promise<string | null>;
  /** Removes the record if its tag is still `seen`; false where it was not. */
  remove(name: string, seen: string): Promise<boolean>;
}
