/** A client in the operator's configuration (preservation 5). */
export interface KnownClient {
  /** The name to which its work is attributed. */
  readonly name: string;
  /** Its own bucket for its deposits; null for the platform's. */
  readonly depositBucket: string | null;
}

/** The known clients, by the app id in their tokens. */
export type KnownClients = ReadonlyMap<string, KnownClient>;
