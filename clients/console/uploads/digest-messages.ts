/** What the worker of digests is asked. */
export type DigestRequest =
  /** The SHA-256 of a small file. */
  | { readonly kind: 'file'; readonly id: number; readonly bytes: Blob }
  /** The SHA-256 of the next part of a large file, which is added to that of the whole. */
  | { readonly kind: 'part'; readonly id: number; readonly whole: number; readonly bytes: Blob }
  /** The SHA-256 of the whole. */
  | { readonly kind: 'end'; readonly id: number; readonly whole: number }
  | { readonly kind: 'forget'; readonly id: number; readonly whole: number };

/** Its answer: the digest in hex, or the name of the DOMException for which the bytes cannot be read. */
export interface DigestAnswer {
  readonly id: number;
  readonly sha256: string;
  readonly fault: string | null;
}
