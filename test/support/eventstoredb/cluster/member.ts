/** A node as the others know it. */
export interface Member {
  readonly port: number;
  readonly leads: boolean;
  /** Whether the others still hear of it. */
  readonly isAlive: boolean;
}
