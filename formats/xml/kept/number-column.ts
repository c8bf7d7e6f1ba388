/** A power of two, so that a number finds its chunk by its bits. */
const BITS = 16;
const CHUNK = 1 << BITS;
const WITHIN = CHUNK - 1;

/** A long list of whole numbers of 32 bits, in four bytes each and outside of the heap. It grows without being copied. */
export class NumberColumn {
  readonly #chunks: Int32Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Answers the index of the number. */
  push(value: number): number {
    const at = this.#length++;
    if ((at & WITHIN) === 0 && this.#chunks.length === at >>> BITS) this.#chunks.push(new Int32Array(CHUNK));
    this.set(at, value);
    return at;
  }

  /** The number at an index below the length. */
  get(at: number): number {
    return this.#chunks[at >>> BITS]?.[at & WITHIN] ?? 0;
  }

  set(at: number, value: number): void {
    const chunk = this.#chunks[at >>> BITS];
    if (chunk !== undefined) chunk[at & WITHIN] = value;
  }

  /** Forgets all numbers from a length on. */
  truncate(length: number): void {
    this.#length = Math.min(this.#length, length);
  }
}
