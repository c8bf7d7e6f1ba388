import type { ChunkSignatures } from '../sigv4/chunk-signatures.js';

/** A request's body before anything of it was read. */
export interface IncomingBody {
  /** The bytes as they come over the wire; a waiting client is told to send them when the first is asked for. */
  readonly bytes: AsyncIterable<Buffer>;
  /** The Content-Length header; null where the client sends pieces of its own length. */
  readonly length: number | null;
  /** SHA-256 of the body in hex, or one of the words that stand for it. */
  readonly payload: string;
  readonly chunks: ChunkSignatures | null;
}
