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
  readonly #hashes = new NumberColumn();
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
  #wantedHash = 0;
  /** The short string that was asked for last, whose number is mostly asked for more than once. */
  #last: { readonly text: string; readonly number: number } | null = null;

  get size(): number {
    return this.#begins.length;
  }

  /** The number of a string, which is kept from then on. */
  add(text: string): number {
    if (text.length > LONGEST) return this.#longNumbers.get(text) ?? this.#keepLong(text);
    if (this.#last?.text === text) return this.#last.number;
    const place = this.#placeOf(text);
    const known = this.#places[place] ?? 0;
    const number = known > 0 ? known - 1 : this.#keep();
    this.#last = { text, number };
    if (known > 0) return number;
    this.#places[place] = number + 1;
    if (this.size * 3 > this.#places.length * 2) this.#grow();
    return number;
  }

  /** The number of a string; -1 where it is not kept. */
  find(text: string): number {
    if (text.length > LONGEST) return this.#longNumbers.get(text) ?? -1;
    return this.#last?.text === text ? this.#last.number : (this.#places[this.#placeOf(text)] ?? 0) - 1;
  }

  /** The string with a number that `add` gave. */
  at(number: number): string {
    const chunk = this.#chunks[this.#chunkOf.get(number)];
    if (chunk === undefined) return this.#long.get(number) ?? '';
    return chunk.toString('utf8', this.#begins.get(number), this.#ends.get(number));
  }

  /** Forgets the strings that were added since there were so many. */
  truncate(size: number): void {
    if (size < this.size) this.#last = null;
    for (let number = this.size - 1; number >= size; number--) {
      const chunk = this.#chunkOf.get(number);
      if (chunk === IN_HEAP) this.#forgetLong(number);
      else {
        this.#places[this.#placeOfNumber(number)] = 0; // the last one that came, so that none was placed behind it
        this.#free = { chunk, at: this.#begins.get(number) };
      }
    }
    for (const column of [this.#chunkOf, this.#begins, this.#ends, this.#hashes]) column.truncate(size);
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
    this.#hashes.push(this.#wantedHash);
    return this.#begins.push(at);
  }

  #keepLong(text: string): number {
    const own = Buffer.from(text).toString(); // not a part of a longer one
    this.#chunkOf.push(IN_HEAP);
    this.#ends.push(0);
    this.#hashes.push(0);
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
    this.#wantedHash = hashOf(this.#wanted, this.#wantedLength, this.#seed);
    return this.#firstPlace(this.#wantedHash, (known) => known === 0 || this.#isEqual(known - 1));
  }

  #placeOfNumber(number: number): number {
    return this.#firstPlace(this.#hashes.get(number), (known) => known === number + 1);
  }

  /** The first place for a hash whose content is as wanted. */
  #firstPlace(hash: number, isWanted: (known: number) => boolean): number {
    const last = this.#places.length - 1;
    let place = hash & last;
    while (!isWanted(this.#places[place] ?? 0)) place = (place + 1) & last;
    return place;
  }

  #isEqual(number: number): boolean {
    if (this.#hashes.get(number) !== this.#wantedHash) return false;
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
      this.#places[this.#firstPlace(this.#hashes.get(number), (known) => known === 0)] = number + 1;
    }
  }
}

/** FNV-1a of 32 bits from another start, mixed once more, since only its low bits are used. */
const hashOf = (bytes: Buffer, length: number, seed: number): number => {
  let hash = seed;
  for (let at = 0; at < length; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return hash ^ (hash >>> 15);
};
