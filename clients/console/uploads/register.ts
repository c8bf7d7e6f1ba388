import { folderOf, type ItemState, type Refusal, type UploadItem } from './plan.js';

/** The four lists of an upload. */
export const LISTS = ['going', 'refused', 'waiting', 'done'] as const;
export type List = (typeof LISTS)[number];

const LIST_OF: Readonly<Record<ItemState, List>> = {
  waiting: 'waiting',
  ready: 'waiting',
  reading: 'going',
  sending: 'going',
  checking: 'going',
  done: 'done',
  refused: 'refused',
};

/** The files of an upload with their counts, which follow from the states that they are given here. */
export class Register {
  readonly items = new Map<string, UploadItem>();
  readonly counts: Record<List, number> = { going: 0, refused: 0, waiting: 0, done: 0 };
  /** Bytes of the files that were not refused, and of those that are done. */
  readonly bytes = { all: 0, done: 0, skipped: 0 };
  /** Files that were in the workspace already. */
  skipped = 0;
  /** Files that are not done, by their folders. */
  readonly #open = new Map<string, number>();
  readonly #going = new Set<UploadItem>();
  #doneFolders = 0;

  add(item: UploadItem): void {
    const before = this.items.get(item.path);
    if (before !== undefined) this.#count(before, -1);
    this.items.set(item.path, item);
    this.#count(item, 1);
  }

  move(item: UploadItem, state: ItemState, refusal: Refusal | null = null): void {
    this.#count(item, -1);
    item.state = state;
    item.refusal = refusal;
    if (state === 'done') item.sent = item.size;
    if (state === 'waiting' || state === 'refused') item.sent = 0;
    this.#count(item, 1);
  }

  /** The file is in the workspace already. */
  skip(item: UploadItem): void {
    this.move(item, 'done');
    this.skipped++;
    this.bytes.skipped += item.size;
  }

  resize(item: UploadItem, size: number, modified: number): void {
    this.#count(item, -1);
    item.size = size;
    item.modified = modified;
    this.#count(item, 1);
  }

  /** Bytes that the store has, with those of files that are on their way. */
  sent(): number {
    let { done } = this.bytes;
    for (const item of this.#going) done += Math.min(item.sent, item.size);
    return done;
  }

  get folders(): { readonly done: number; readonly all: number } {
    return { done: this.#doneFolders, all: this.#open.size };
  }

  /** The files of a list; those of `going` in the order in which they began. */
  list(list: List): UploadItem[] {
    if (list === 'going') return [...this.#going];
    return [...this.items.values()].filter(({ state }) => LIST_OF[state] === list);
  }

  #count(item: UploadItem, by: 1 | -1): void {
    const list = LIST_OF[item.state];
    this.counts[list] += by;
    if (list === 'going' && by === 1) this.#going.add(item);
    else this.#going.delete(item);
    if (list === 'done') this.bytes.done += by * item.size;
    if (list === 'refused') return;
    this.bytes.all += by * item.size;
    const folder = folderOf(item.path);
    const before = this.#open.get(folder);
    const after = (before ?? 0) + (list === 'done' ? 0 : by);
    this.#open.set(folder, after);
    const wasDone = before === 0;
    if (wasDone !== (after === 0) || before === undefined)
      this.#doneFolders += (after === 0 ? 1 : 0) - (wasDone ? 1 : 0);
  }
}
