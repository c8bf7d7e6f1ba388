/** A client that the operator has named (preservation 5). */
export interface KnownClient {
  /** The name its work is attributed to, whatever it calls itself. */
  readonly name: string;
  /** The bucket of its own in which its deposits are made; null for the platform's. */
  readonly depositBucket: string | null;
}

/** The known clients, by the app id in their tokens. */
export type KnownClients = ReadonlyMap<string, KnownClient>;
