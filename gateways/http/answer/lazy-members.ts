/** The members of a long object in an answer, which are found when they are written (json-text.ts). */
export class LazyMembers {
  readonly entries: () => Iterable<readonly [string, unknown]>;
  constructor(entries: LazyMembers['entries']) {
    this.entries = entries;
  }
}

export const lazyMembers = (entries: LazyMembers['entries']): LazyMembers => new LazyMembers(entries);
