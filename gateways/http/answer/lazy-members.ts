/** The members of a long object in an answer, which are found when they are written (json-text.ts). */
export class LazyMembers {
  readonly entries: () => Iterable<readonly [string, unknown]>;
  constructor(entries: LazyMembers['entries']) {
    this.entries = entries;
  }
}

export const lazyMembers = (entries: LazyMembers['entries']): LazyMembers => new LazyMembers(entries);

/** The members of an object at the top of an answer, some of which are waited for; each is sent when it is there (json-text.ts). */
export class LaterMembers {
  readonly entries: () => AsyncIterable<readonly [string, unknown]>;
  constructor(entries: LaterMembers['entries']) {
    this.entries = entries;
  }
}

export const laterMembers = (entries: LaterMembers['entries']): LaterMembers => new LaterMembers(entries);
