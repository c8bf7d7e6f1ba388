import { randomInt } from 'node:crypto';
import { NumberColumn } from './number-column.js';

/** In bytes. */
const CHUNK = 1024 * 1024;

/** A longer one, in UTF-16 units, is a string in the heap, so that all who ask for it share it. */
const LONGEST = 256;

/** Bytes of UTF-8 that a UTF-16 unit takes at most. */
const MOST_BYTES = 3;

const LEAST_PLACES = 1_024;

/** In place of the chunk of a string that is in the heap. */
const IN_HEAP = -1;

/**
 * Very many strings, each kept once, as UTF-8 and outside of the heap: a part of what short strings take in it. They are
 * numbered from 0 as they come. A lone surrogate is not kept as it is.
 */
export class StringPool {
  readonly #chunks: Buffer[] = [];
  /** Of each string, its chunk, and where it begins and ends in it. */
  readonly #chunkOf = new NumberColumn();
  readonly #begins = new NumberColumn();
  readonly #ends = new NumberColumn();
  readonly #long = new Map<number, string>();
  readonly #longNumbers = new Map<string, number>();
  /** Where the next one is put. */
  #free = { chunk: 0, at: 0 };
  /** Nobody can write strings that take the same places. */
  readonly #seed = randomInt(2 ** 32);
  /** Numbers of short strings plus 1 by hash, or in the next places that were free; 0 for none. */
  #places = new Int32Array(LEAST_PLACES);
  /** The string that is looked for. */
  readonly #wanted = Buffer.alloc(LONGEST * MOST_BYTES);
  #wantedLength = 0;

  get size(): number {
    return this.#begins.length;
  }

  /** The number of a string, which is kept from then on. */
  add(text: string): number {
    if (text.length > LONGEST) return this.#longNumbers.get(text) ?? this.#keepLong(text);
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
    if (text.length > LONGEST) return this.#longNumbers.get(text) ?? -1;
    return (this.#places[this.#placeOf(text)] ?? 0) - 1;
  }

  /** The string with a number that `add` gave. */
  at(number: number): string {
    const chunk = this.#chunks[this.#chunkOf.get(number)];
    if (chunk === undefined) return this.#long.get(number) ?? '';
    return chunk.toString('utf8', this.#begins.get(number), this.#ends.get(number));
  }

  /** Forgets the strings that were added since there were so many. */
  truncate(size: number): void {
    for (let number = this.size - 1; number >= size; number--) {
      const chunk = this.#chunkOf.get(number);
      if (chunk === IN_HEAP) this.#forgetLong(number);
      else {
        this.#load(number);
        this.#places[this.#freeOrEqual()] = 0; // the last one that came, so that none was placed behind it
        this.#free = { chunk, at: this.#begins.get(number) };
      }
      for (const column of [this.#chunkOf, this.#begins, this.#ends]) column.truncate(number);
    }
  }

  #keep(): number {
    const length = this.#wantedLength;
    if (this.#free.at + length > CHUNK) this.#free = { chunk: this.#free.chunk + 1, at: 0 };
    const { chunk, at } = this.#free;
    const bytes = (this.#chunks[chunk] ??= Buffer.allocUnsafeSlow(CHUNK));
    this.#wanted.copy(bytes, at, 0, length);
    this.#free = { chunk, at: at + length };
    this.#chunkOf.push(chunk);
    this.#ends.push(at + length);
    return this.#begins.push(at);
  }

  #keepLong(text: string): number {
    const own = Buffer.from(text).toString(); // not a part of a longer one
    this.#chunkOf.push(IN_HEAP);
    this.#ends.push(0);
    const number = this.#begins.push(0);
    this.#long.set(number, own);
    this.#longNumbers.set(own, number);
    return number;
  }

  #forgetLong(number: number): void {
    this.#longNumbers.delete(this.#long.get(number) ?? '');
    this.#long.delete(number);
  }

  /** The place of a short string, or the free one for it. */
  #placeOf(text: string): number {
    this.#wantedLength = this.#wanted.write(text);
    return this.#freeOrEqual();
  }

  /** Looks for a string that is kept. */
  #load(number: number): void {
    const [begin, end] = [this.#begins.get(number), this.#ends.get(number)];
    this.#wantedLength = this.#chunks[this.#chunkOf.get(number)]?.copy(this.#wanted, 0, begin, end) ?? 0;
  }

  #freeOrEqual(): number {
    for (let place = this.#firstPlace(); ; place = (place + 1) & (this.#places.length - 1)) {
      const known = this.#places[place] ?? 0;
      if (known === 0 || this.#isEqual(known - 1)) return place;
    }
  }

  #firstPlace(): number {
    return hashOf(this.#wanted, this.#wantedLength, this.#seed) & (this.#places.length - 1);
  }

  #isEqual(number: number): boolean {
    const [begin, end] = [this.#begins.get(number), this.#ends.get(number)];
    const length = this.#wantedLength;
    if (end - begin !== length) return false;
    const chunk = this.#chunks[this.#chunkOf.get(number)];
    return chunk !== undefined && this.#wanted.compare(chunk, begin, end, 0, length) === 0;
  }

  #grow(): void {
    this.#places = new Int32Array(this.#places.length * 2);
    for (let number = 0; number < this.size; number++) {
      if (this.#chunkOf.get(number) === IN_HEAP) continue;
      this.#load(number);
      let place = this.#firstPlace();
      while (this.#places[place] !== 0) place = (place + 1) & (this.#places.length - 1);
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
