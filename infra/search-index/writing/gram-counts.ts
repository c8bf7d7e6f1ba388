import { isAscii } from '../tables/fold-text.js';

/** In how many more entries, or fewer, each text of one to three characters occurs. */
export interface GramChanges {
  /** Adds an entry, or takes it away, `step` being 1 or -1. */
  count(folded: string, step: number): void;
  /** The changes since the last call, of those that are not zero. */
  take(): Iterable<readonly [gram: string, change: number]>;
}

const MOST_STAMPS = 2 ** 31 - 1;

/**
 * Counts texts of one length: those of ASCII in arrays, at the number that their 7-bit codes make, others in a map. A
 * stamp tells whether the present entry has been counted at a place already.
 */
class GramsOfLength {
  readonly #length: number;
  readonly #changes: Int32Array;
  readonly #stamps: Int32Array;
  readonly #changed: number[] = [];
  readonly #others = new Map<string, number>();

  constructor(length: number) {
    this.#length = length;
    this.#changes = new Int32Array(128 ** length);
    this.#stamps = new Int32Array(128 ** length);
  }

  countAscii(folded: string, step: number, stamp: number): void {
    const mask = this.#changes.length - 1;
    const before = this.#length - 1;
    let place = 0;
    for (let index = 0; index < folded.length; index++) {
      place = ((place << 7) | folded.charCodeAt(index)) & mask;
      if (index >= before && this.#stamps[place] !== stamp) this.#add(place, step, stamp);
    }
  }

  countOther(characters: readonly string[], step: number, stamp: number): void {
    const counted = new Set<string>();
    for (let from = 0; from + this.#length <= characters.length; from++) {
      const gram = characters.slice(from, from + this.#length).join('');
      if (isAscii(gram)) this.countAscii(gram, step, stamp);
      else counted.add(gram);
    }
    for (const gram of counted) this.#others.set(gram, (this.#others.get(gram) ?? 0) + step);
  }

  clearStamps(): void {
    this.#stamps.fill(0);
  }

  *take(): Generator<readonly [string, number]> {
    for (const place of this.#changed.splice(0)) {
      const change = this.#changes[place] ?? 0;
      this.#changes[place] = 0;
      if (change !== 0) yield [this.#textAt(place), change];
    }
    for (const other of this.#others) if (other[1] !== 0) yield other;
    this.#others.clear();
  }

  #add(place: number, step: number, stamp: number): void {
    this.#stamps[place] = stamp;
    const before = this.#changes[place] ?? 0;
    if (before === 0) this.#changed.push(place);
    this.#changes[place] = before + step;
  }

  #textAt(place: number): string {
    const codes = Array.from({ length: this.#length }, (_, index) => (place >> (7 * (this.#length - 1 - index))) & 127);
    return String.fromCharCode(...codes);
  }
}

/** For texts of the given lengths, of one to three characters. */
export const gramChanges = (...lengths: readonly number[]): GramChanges => {
  const counters = lengths.map((length) => new GramsOfLength(length));
  let stamp = 0;
  return {
    count(folded, step) {
      if (++stamp === MOST_STAMPS) {
        for (const counter of counters) counter.clearStamps();
        stamp = 1;
      }
      if (isAscii(folded)) {
        for (const counter of counters) counter.countAscii(folded, step, stamp);
        return;
      }
      const characters = Array.from(folded);
      for (const counter of counters) counter.countOther(characters, step, stamp);
    },
    *take() {
      for (const counter of counters) yield* counter.take();
    },
  };
};
