const CHUNK = 65_536;

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
    if (at % CHUNK === 0 && this.#chunks.length === at / CHUNK) this.#chunks.push(new Int32Array(CHUNK));
    this.set(at, value);
    return at;
  }

  /** The number at an index below the length. */
  get(at: number): number {
    return this.#chunks[Math.floor(at / CHUNK)]?.[at % CHUNK] ?? 0;
  }

  set(at: number, value: number): void {
    const chunk = this.#chunks[Math.floor(at / CHUNK)];
    if (chunk !== undefined) chunk[at % CHUNK] = value;
  }

  /** Forgets all numbers from a length on. */
  truncate(length: number): void {
    this.#length = Math.min(this.#length, length);
  }
}
