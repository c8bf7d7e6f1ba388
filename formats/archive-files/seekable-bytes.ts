/** Bytes that are read anywhere. */
export interface SeekableBytes {
  /** In bytes. */
  readonly size: number;
  /** So many bytes from a position on; fewer only at the end. */
  read(position: number, length: number): Promise<Buffer>;
  /** The bytes from a position to another, which is not included. */
  stream(start: number, end: number): AsyncIterable<Buffer>;
}
