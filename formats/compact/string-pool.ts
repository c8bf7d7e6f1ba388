import { randomInt } from 'node:crypto';
import { NumberColumn } from './number-column.js';

/** In bytes. */
const CHUNK = 1024 * 1024;

const LEAST_PLACES = 1_024;

/** Bytes of UTF-8 that a UTF-16 code unit takes at most. */
const MOST_BYTES = 3;

/**
 * Very many strings, each kept once, as UTF-8 and outside of the heap: a tenth of what short strings take in it. They are
 * numbered from 0 as they come. A lone surrogate is not kept as it is.
 */
export class StringPool {
  readonly #chunks: Buffer[] = [];
  /** Of each string, its chunk, and where it begins and ends in it. */
  readonly #chunkOf = new NumberColumn();
  readonly #begins = new NumberColumn();
  readonly #ends = new NumberColumn();
  /** Nobody can write strings that take the same places. */
  readonly #seed = randomInt(2 ** 32);
  /** Numbers plus 1 by hash, with the next free place for equal ones; 0 for none. */
  #places = new Int32Array(LEAST_PLACES);
  #scratch = Buffer.alloc(4_096);
  #scratchLength = 0;

  get size(): number {
    return this.#begins.length;
  }

  /** The number of a string, which is kept from then on. */
  add(text: string): number {
    const place = this.#placeOf(text);
    const known = this.#places[place] ?? 0;
    if (known > 0) return known - 1;
    const number = this.#keep();
    this.#places[place] = number + 1;
    if (this.size * 3 > this.#places.length * 2) this.#grow();
    return number;
  }

  /** The number of a string; -1 where it is not kept. */
  find(text: string): number {
    return (this.#places[this.#placeOf(text)] ?? 0) - 1;
  }

  /** The string with a number that `add` gave. */
  at(number: number): string {
    const chunk = this.#chunks[this.#chunkOf.get(number)];
    return chunk?.toString('utf8', this.#begins.get(number), this.#ends.get(number)) ?? '';
  }

  /** Forgets the strings that were added since there were so many. */
  truncate(size: number): void {
    for (let number = this.size - 1; number >= size; number--) {
      this.#load(number);
      this.#places[this.#freeOrEqual()] = 0; // the last one that came, so that none was placed behind it
      this.#begins.truncate(number);
    }
    this.#ends.truncate(size);
    this.#chunkOf.truncate(size);
  }

  #keep(): number {
    const length = this.#scratchLength;
    const last = this.size - 1;
    let at = last < 0 ? 0 : this.#chunkOf.get(last);
    let begin = last < 0 ? 0 : this.#ends.get(last);
    let chunk = this.#chunks[at];
    if (chunk === undefined || begin + length > chunk.length) {
      at = last < 0 ? 0 : at + 1;
      begin = 0;
      chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK, length));
      this.#chunks[at] = chunk;
      this.#chunks.length = at + 1;
    }
    this.#scratch.copy(chunk, begin, 0, length);
    this.#chunkOf.push(at);
    this.#ends.push(begin + length);
    return this.#begins.push(begin);
  }

  /** The place of a string, or the free one for it. */
  #placeOf(text: string): number {
    if (text.length * MOST_BYTES > this.#scratch.length) this.#scratch = Buffer.alloc(text.length * MOST_BYTES);
    this.#scratchLength = this.#scratch.write(text);
    return this.#freeOrEqual();
  }

  /** Puts a string that is kept where it is compared. */
  #load(number: number): void {
    const [begin, end] = [this.#begins.get(number), this.#ends.get(number)];
    this.#scratchLength = this.#chunks[this.#chunkOf.get(number)]?.copy(this.#scratch, 0, begin, end) ?? 0;
  }

  #freeOrEqual(): number {
    const last = this.#places.length - 1;
    let place = hashOf(this.#scratch, this.#scratchLength, this.#seed) & last;
    for (;;) {
      const known = this.#places[place] ?? 0;
      if (known === 0 || this.#isEqual(known - 1)) return place;
      place = (place + 1) & last;
    }
  }

  #isEqual(number: number): boolean {
    const [begin, end] = [this.#begins.get(number), this.#ends.get(number)];
    const length = this.#scratchLength;
    if (end - begin !== length) return false;
    const chunk = this.#chunks[this.#chunkOf.get(number)];
    return chunk !== undefined && this.#scratch.compare(chunk, begin, end, 0, length) === 0;
  }

  #grow(): void {
    this.#places = new Int32Array(this.#places.length * 2);
    for (let number = 0; number < this.size; number++) {
      this.#load(number);
      const last = this.#places.length - 1;
      let place = hashOf(this.#scratch, this.#scratchLength, this.#seed) & last;
      while (this.#places[place] !== 0) place = (place + 1) & last;
      this.#places[place] = number + 1;
    }
  }
}

/** FNV-1a of 32 bits from another start, mixed once more, since only its low bits are used. */
const hashOf = (bytes: Buffer, length: number, seed: number): number => {
  let hash = seed;
  for (let at = 0; at < length; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return hash ^ (hash >>> 15);
};
