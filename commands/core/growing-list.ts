/**
 * A list that never changes and that a longer one is made from: appending costs the same however long it is. The lists
 * that are made from each other share one array, of which each has its first items, so a state of a stream can keep what
 * grows with its facts. Only a second list that is made from the same one copies it.
 */
export class GrowingList<T> implements Iterable<T> {
  readonly length: number;
  private readonly shared: T[];

  private constructor(shared: T[], length: number) {
    this.shared = shared;
    this.length = length;
  }

  static empty<T>(): GrowingList<T> {
    return new GrowingList<T>([], 0);
  }

  /** This list and one more item. */
  appended(item: T): GrowingList<T> {
    const isLongest = this.length > 0 && this.shared.length === this.length; // an empty one belongs to no stream
    const shared = isLongest ? this.shared : this.shared.slice(0, this.length);
    shared.push(item);
    return new GrowingList(shared, shared.length);
  }

  /** The item at an index, which counts from the end where it is negative; undefined where there is none. */
  at(index: number): T | undefined {
    const place = index < 0 ? this.length + index : index;
    return place < this.length ? this.shared[place] : undefined;
  }

  /** The last item that a test holds for; undefined where there is none. */
  findLast(holds: (item: T) => boolean): T | undefined {
    for (let place = this.length - 1; place >= 0; place -= 1) {
      const item = this.shared[place] as T;
      if (holds(item)) return item;
    }
    return undefined;
  }

  has(item: T): boolean {
    return this.findLast((each) => each === item) !== undefined;
  }

  *[Symbol.iterator](): Generator<T> {
    for (let place = 0; place < this.length; place += 1) yield this.shared[place] as T;
  }
}
