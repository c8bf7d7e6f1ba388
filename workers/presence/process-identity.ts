/** Who a process is, for its own facts and for what it holds. */
export interface ProcessIdentity {
  /** Names this process and no other, also no earlier one on the same machine. */
  readonly holder: string;
  /** Whether another holder is a process that has certainly ended. */
  readonly hasEnded: (holder: string) => boolean;
  /** The version of the software. */
  readonly producer: string;
  readonly now: () => Date;
}
