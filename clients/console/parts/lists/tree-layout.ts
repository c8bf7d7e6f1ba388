import { appendToList } from '../../../../flow/append-to-list.js';

/** What a folder holds: files and folders, by paths that are unique in the tree. */
export interface TreeEntry {
  readonly path: string;
  readonly name: string;
  readonly isFolder: boolean;
}

/**
 * Entries of a folder that follow each other, with the number of all, or of a folder that is not counted with what the next ones
 * are asked for by, which is null at the end.
 */
export type FolderPart<Entry> = { readonly entries: readonly Entry[] } & (
  { readonly total: number } | { readonly next: string | null }
);

/** Which entries of a folder are loaded together: those from `block` times BLOCK on. */
export interface BlockPlace {
  readonly folder: string;
  readonly block: number;
}

/** A block that is loaded. */
export interface Block<Entry> extends BlockPlace {
  readonly part: FolderPart<Entry>;
  /** When it was read, in milliseconds. */
  readonly readAt: number;
}

/** What stays known of an open folder when its blocks are dropped. */
export interface KnownFolder {
  /** Its entries; one more than are known where there are more. */
  readonly total: number;
  readonly isWhole: boolean;
  /** Of a folder that is not counted: by what the block after one is asked for. */
  readonly nexts: ReadonlyMap<number, string>;
  readonly readAt: number;
  /** Where in it the open folders are, by path. */
  readonly places: ReadonlyMap<string, number>;
}
export type KnownFolders = ReadonlyMap<string, KnownFolder>;

/** The place of a row: which entry of which folder. A folder that nothing is known of has one, for its first entry. */
export interface RowPlace {
  readonly folder: string;
  readonly at: number;
  readonly depth: number;
  /** Entries of the folder; -1 where it is not known how many there are. */
  readonly total: number;
}

/** Entries of a folder that follow each other. */
export interface Span {
  readonly folder: string;
  readonly first: number;
  readonly last: number;
  /** Entries of the whole folder. */
  readonly total: number;
}

/** Entries of a folder that are loaded together. */
export const BLOCK = 500;

const areSame = <Key, Value>(one: ReadonlyMap<Key, Value>, other: ReadonlyMap<Key, Value>): boolean =>
  one.size === other.size && [...one].every(([key, value]) => other.get(key) === value);

/** Where the open folders of a folder are: as the blocks have them, and of what is in no block as it was before. */
const placesFrom = <Entry extends TreeEntry>(
  { places, total }: KnownFolder,
  blocks: readonly Block<Entry>[],
  open: ReadonlySet<string>,
): ReadonlyMap<string, number> => {
  const loaded = new Set(blocks.map(({ block }) => block));
  const kept = [...places].filter(([path, at]) => open.has(path) && !loaded.has(Math.floor(at / BLOCK)));
  const found = blocks.flatMap(({ block, part }) =>
    part.entries.flatMap(({ path, isFolder }, index) =>
      isFolder && open.has(path) ? [[path, block * BLOCK + index] as const] : [],
    ),
  );
  return new Map([...kept, ...found].filter(([, at]) => at < total));
};

const UNKNOWN: KnownFolder = { total: 1, isWhole: true, nexts: new Map(), readAt: -1, places: new Map() };

/** What is known of a folder with a block that was not read before what is known already. */
const withBlock = <Entry>(known: KnownFolder, { block, part, readAt }: Block<Entry>): KnownFolder => {
  if ('total' in part) return { ...known, total: part.total, readAt };
  if (part.next === null) {
    const nexts = new Map([...known.nexts].filter(([each]) => each < block));
    return { ...known, total: block * BLOCK + part.entries.length, isWhole: true, nexts, readAt };
  }
  const now = { ...known, nexts: new Map(known.nexts).set(block, part.next), readAt };
  const least = (block + 1) * BLOCK + 1;
  return least > known.total ? { ...now, total: least, isWhole: false } : now;
};

const knownFrom = <Entry extends TreeEntry>(
  before: KnownFolder,
  blocks: readonly Block<Entry>[],
  open: ReadonlySet<string>,
): KnownFolder => {
  const news = blocks.filter(({ readAt }) => readAt >= before.readAt);
  const now = news.toSorted((one, other) => one.readAt - other.readAt).reduce<KnownFolder>(withBlock, before);
  const places = placesFrom(now, blocks, open);
  const isSame =
    now.total === before.total &&
    now.isWhole === before.isWhole &&
    now.readAt === before.readAt &&
    areSame(now.nexts, before.nexts) &&
    areSame(before.places, places);
  return isSame ? before : { ...now, places };
};

/** By what a block is asked for, of a folder that is not counted; null for the first one. */
export const startOf = (known: KnownFolders, { folder, block }: BlockPlace): string | null =>
  known.get(folder)?.nexts.get(block - 1) ?? null;

/** What is known of the open folders with what is loaded now; the same where nothing is new. */
export const withBlocks = <Entry extends TreeEntry>(
  known: KnownFolders,
  blocks: readonly Block<Entry>[],
  open: ReadonlySet<string>,
): KnownFolders => {
  const byFolder = new Map<string, Block<Entry>[]>();
  for (const block of blocks) appendToList(byFolder, block.folder, block);
  const next = new Map<string, KnownFolder>();
  for (const folder of ['', ...open]) {
    const of = knownFrom(known.get(folder) ?? UNKNOWN, byFolder.get(folder) ?? [], open);
    if (of !== UNKNOWN) next.set(folder, of);
  }
  const isSame = next.size === known.size && [...next].every(([folder, of]) => known.get(folder) === of);
  return isSame ? known : next;
};

/** The rows of one open folder with those of the open folders in it. */
interface Node {
  readonly folder: string;
  readonly total: number;
  readonly isWhole: boolean;
  readonly depth: number;
  /** Its first row, of those of the whole tree. */
  readonly first: number;
  readonly length: number;
  readonly children: readonly Child[];
}

interface Child {
  /** Its place among the entries of the folder that it is in. */
  readonly at: number;
  /** Its first row, from the first one of that folder on. */
  readonly start: number;
  readonly node: Node;
}

/** The last of what is sorted that passes, where all before it do. */
const lastThat = <Each>(sorted: readonly Each[], passes: (each: Each) => boolean): Each | undefined => {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (passes(sorted[middle] as Each)) low = middle + 1;
    else high = middle;
  }
  return sorted[low - 1];
};

const nodesOf = (known: KnownFolders): ReadonlyMap<string, Node> => {
  const nodes = new Map<string, Node>();
  const add = (folder: string, depth: number, first: number): Node => {
    const { total, isWhole, places } = known.get(folder) ?? UNKNOWN;
    const children: Child[] = [];
    let within = 0;
    for (const [path, at] of [...places].sort(([, one], [, other]) => one - other)) {
      const start = at + 1 + within;
      const node = add(path, depth + 1, first + start);
      children.push({ at, start, node });
      within += node.length;
    }
    const node = { folder, total, isWhole, depth, first, length: total + within, children };
    nodes.set(folder, node);
    return node;
  };
  add('', 0, 0);
  return nodes;
};

/** Where the rows of a tree are. It costs what the number of open folders is, whatever they hold. */
export interface TreeLayout {
  /** The number of rows, of those that are known. */
  readonly length: number;
  /** Whether there are no more. */
  readonly isWhole: boolean;
  /** The place of a row, which is below the length. */
  readonly placeOf: (index: number) => RowPlace;
  /** The row of an entry; undefined in a folder that is not shown. */
  readonly rowOf: (folder: string, at: number) => number | undefined;
  /** The row of the folder that a row is in; -1 at the top. */
  readonly parentOf: (place: RowPlace) => number;
  /** Which entries of which folders the rows from one to another are, without those in a folder that is among them. */
  readonly spansOf: (from: number, to: number) => readonly Span[];
  /** The blocks that have the rows from one to another. */
  readonly blocksOf: (from: number, to: number) => readonly BlockPlace[];
}

export const layoutOf = (known: KnownFolders): TreeLayout => {
  const nodes = nodesOf(known);
  const root = nodes.get('') as Node;
  const placeOf = (index: number): RowPlace => {
    let node = root;
    let row = index;
    for (;;) {
      const wanted = row;
      const child = lastThat(node.children, ({ start }) => start <= wanted);
      const { folder, depth } = node;
      const total = node.isWhole ? node.total : -1;
      if (child === undefined) return { folder, at: row, depth, total };
      const beyond = row - child.start - child.node.length;
      if (beyond >= 0) return { folder, at: child.at + 1 + beyond, depth, total };
      node = child.node;
      row -= child.start;
    }
  };
  const rowOf = (folder: string, at: number): number | undefined => {
    const node = nodes.get(folder);
    if (node === undefined) return undefined;
    const child = lastThat(node.children, (each) => each.at < at);
    return node.first + (child === undefined ? at : child.start + child.node.length + at - child.at - 1);
  };
  const blocksOf = (from: number, to: number): readonly BlockPlace[] => {
    const found = new Map<string, BlockPlace>();
    for (let index = Math.max(0, from); index <= Math.min(to, root.length - 1); index++) {
      const { folder, at } = placeOf(index);
      const block = Math.floor(at / BLOCK);
      found.set(`${block} ${folder}`, { folder, block });
    }
    return [...found.values()];
  };
  const parentOf = ({ folder }: RowPlace): number => (nodes.get(folder)?.first ?? 0) - 1;
  /** The entry of a folder that a row is, or is in; undefined where it is beyond the folder. */
  const entryAt = (index: number, folder: string): number | undefined => {
    let place = placeOf(index);
    while (place.folder !== folder) {
      const parent = parentOf(place);
      if (parent < 0) return undefined;
      place = placeOf(parent);
    }
    return place.at;
  };
  const spansOf = (from: number, to: number): readonly Span[] => {
    const found: Span[] = [];
    let { folder, at, ...place } = placeOf(from);
    for (;;) {
      const end = entryAt(to, folder);
      const last = end ?? place.total - 1;
      if (at <= last) found.push({ folder, first: at, last, total: place.total });
      const parent = (nodes.get(folder)?.first ?? 0) - 1;
      if (end !== undefined || parent < 0) return found;
      ({ folder, at, ...place } = placeOf(parent));
      at += 1;
    }
  };
  const isWhole = [...nodes.values()].every((node) => node.isWhole);
  return { length: root.length, isWhole, placeOf, rowOf, parentOf, spansOf, blocksOf };
};
