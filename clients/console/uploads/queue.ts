import type { UploadItem } from './plan.js';

/** Files that wait, first come first served; a long array is slow to take from. */
export class Queue {
  #items: UploadItem[] = [];
  #next = 0;

  add(item: UploadItem): void {
    this.#items.push(item);
  }

  take(): UploadItem | undefined {
    const item = this.#items[this.#next];
    if (item === undefined) {
      this.#items = [];
      this.#next = 0;
    } else this.#next++;
    return item;
  }
}
