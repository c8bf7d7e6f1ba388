import type { UploadItem } from './plan.js';

/** Files that wait, first come first served; a long array would be slow to take from. */
export class Queue {
  readonly #waits: (item: UploadItem) => boolean;
  #items: UploadItem[] = [];
  #next = 0;

  /** Only files that still wait are given out. */
  constructor(waits: (item: UploadItem) => boolean) {
    this.#waits = waits;
  }

  add(item: UploadItem): void {
    this.#items.push(item);
  }

  /** So many files at most, until they have so many bytes. */
  take(most: number, mostBytes: number): UploadItem[] {
    const taken: UploadItem[] = [];
    let bytes = 0;
    while (taken.length < most && bytes < mostBytes) {
      const item = this.#one();
      if (item === undefined) break;
      if (!this.#waits(item)) continue;
      taken.push(item);
      bytes += item.size;
    }
    return taken;
  }

  #one(): UploadItem | undefined {
    const item = this.#items[this.#next];
    if (item === undefined) {
      this.#items = [];
      this.#next = 0;
    } else this.#next++;
    return item;
  }
}
