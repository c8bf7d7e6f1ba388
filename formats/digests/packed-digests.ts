/** Bytes of a SHA-256. */
const LENGTH = 32;

/** The value of each hexadecimal digit in lower case, by its character; 255 for all else. */
const DIGITS = new Uint8Array(256).fill(255);
for (let value = 0; value < 16; value++) DIGITS[value.toString(16).charCodeAt(0)] = value;

const digitAt = (text: Uint8Array, at: number): number => DIGITS[text[at] ?? 0] ?? 255;

/**
 * A set of SHA-256 digests in 32 bytes each, which takes a fraction of the time and memory of a set of strings. Fast
 * where they are added in ascending order.
 */
export class PackedDigests {
  #bytes = Buffer.allocUnsafeSlow(1024 * LENGTH);
  #length = 0;
  #isSorted = true;

  /** Adds the digest in lower-case hex that begins at `at` of a text. False where there is none. */
  add(text: Uint8Array, at: number): boolean {
    if (this.#length === this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], 2 * this.#bytes.length);
    const [bytes, start] = [this.#bytes, this.#length];
    for (let index = 0; index < LENGTH; index++) {
      const [high, low] = [digitAt(text, at + 2 * index), digitAt(text, at + 2 * index + 1)];
      if ((high | low) > 15) return false;
      bytes[start + index] = (high << 4) | low;
    }
    this.#length += LENGTH;
    this.#isSorted &&= start === 0 || this.#compare(start - LENGTH, bytes, start) <= 0;
    return true;
  }

  /** Whether the set has a digest, in lower-case hex. */
  has(digest: string): boolean {
    if (!this.#isSorted) this.#sort();
    const wanted = Buffer.from(digest, 'hex');
    if (wanted.length !== LENGTH) return false;
    let [first, end] = [0, this.#length / LENGTH];
    while (first < end) {
      const middle = (first + end) >>> 1;
      const order = this.#compare(middle * LENGTH, wanted, 0);
      if (order === 0) return true;
      if (order < 0) first = middle + 1;
      else end = middle;
    }
    return false;
  }

  #compare(at: number, other: Buffer, otherAt: number): number {
    return this.#bytes.compare(other, otherAt, otherAt + LENGTH, at, at + LENGTH);
  }

  #sort(): void {
    const each = Array.from({ length: this.#length / LENGTH }, (_, index) =>
      this.#bytes.subarray(index * LENGTH, (index + 1) * LENGTH),
    );
    this.#bytes = Buffer.concat(each.sort((one, other) => Buffer.compare(one, other)));
    this.#isSorted = true;
  }
}
