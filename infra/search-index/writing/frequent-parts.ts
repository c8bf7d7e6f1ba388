/** Lengths of parts in UTF-16 units; totals of shorter ones are kept in any case. */
const SHORTEST = 4;
export const LONGEST_PART = 32;
/** Of the texts of a block so many, evenly distributed, show which parts are frequent. */
const SAMPLED = 1_000;
/** A part is frequent that is in so many of them. */
const FREQUENT = 20;
const GOLDEN_RATIO = 0.618_033_988_75;
/** Parts of one block; with more, the least frequent are left out. */
const MOST_PARTS = 30_000;

/**
 * How many of the texts have each of the parts that are frequent among them: exactly, though which parts these are is
 * seen in a sample. Neighbours should have long beginnings in common, since only the rest of a text is looked at.
 */
export const frequentParts = (texts: readonly string[]): ReadonlyMap<string, number> => {
  const sample = sampleOf(texts);
  for (let least = FREQUENT; ; least *= 2) {
    const parts = partsOf(sample, least);
    if (parts.length <= MOST_PARTS) return countParts(texts, parts);
  }
};

/** One of each so many, never at the same place twice: names are often numbered, so that a fixed step would miss digits. */
const sampleOf = (texts: readonly string[]): string[] => {
  if (texts.length <= SAMPLED) return [...texts];
  const every = texts.length / SAMPLED;
  return Array.from({ length: SAMPLED }, (_, number) => {
    const shift = (number * GOLDEN_RATIO) % 1;
    return texts[Math.floor((number + shift) * every)] ?? '';
  });
};

/** A part is frequent only where the two parts are that are a character shorter: one length is seen after the other. */
const partsOf = (sample: readonly string[], least: number): string[] => {
  const parts: string[] = [];
  let places = sample.map((text) => Array.from({ length: Math.max(0, text.length - SHORTEST + 1) }, (_, at) => at));
  for (let length = SHORTEST; length <= LONGEST_PART && parts.length <= MOST_PARTS; length++) {
    const rows = new Map<string, { rows: number; last: number }>();
    places.forEach((row, index) => {
      for (const place of row) countOnce(rows, sample[index]?.slice(place, place + length) ?? '', index);
    });
    for (const [part, { rows: found }] of rows) if (found >= least && part.isWellFormed()) parts.push(part);
    places = places.map((row, index) => {
      const text = sample[index] ?? '';
      const frequent = new Set(row.filter((at) => (rows.get(text.slice(at, at + length))?.rows ?? 0) >= least));
      return [...frequent].filter((place) => frequent.has(place + 1));
    });
  }
  return parts;
};

const countOnce = (rows: Map<string, { rows: number; last: number }>, part: string, index: number): void => {
  const seen = rows.get(part);
  if (seen === undefined) rows.set(part, { rows: 1, last: index });
  else if (seen.last !== index) {
    seen.rows++;
    seen.last = index;
  }
};

/** The parts by their characters from the last to the first. */
interface BackwardTrie {
  /** The nodes by the number of the node before and the character. */
  readonly next: ReadonlyMap<number, number>;
  /** The part that ends at a node; undefined for none. */
  readonly partAt: readonly (number | undefined)[];
}

const CHARACTERS = 65_536;

const trieOf = (parts: readonly string[]): BackwardTrie => {
  const next = new Map<number, number>();
  const partAt: (number | undefined)[] = [undefined];
  parts.forEach((part, number) => {
    let node = 0;
    for (let at = part.length - 1; at >= 0; at--) {
      const step = node * CHARACTERS + part.charCodeAt(at);
      let following = next.get(step);
      if (following === undefined) {
        following = partAt.push(undefined) - 1;
        next.set(step, following);
      }
      node = following;
    }
    partAt[node] = number;
  });
  return { next, partAt };
};

/**
 * A part is counted while it stands in one text after the other: from the text in which it appears to the one that no
 * longer has it. What ends in the beginning that two neighbours share is not looked for again.
 */
const countParts = (texts: readonly string[], parts: readonly string[]): ReadonlyMap<string, number> => {
  const trie = trieOf(parts);
  const counts = new Float64Array(parts.length);
  const since = new Int32Array(parts.length);
  const places = new Int32Array(parts.length);
  const standing: number[] = [];
  /** How many stood before the character at each index. */
  const before: number[] = [0];
  let previous = '';

  const leave = (down: number, row: number): void => {
    while (standing.length > down) {
      const part = standing.pop() ?? 0;
      places[part] = (places[part] ?? 0) - 1;
      if (places[part] === 0) counts[part] = (counts[part] ?? 0) + row - (since[part] ?? 0);
    }
  };
  const enter = (part: number, row: number): void => {
    if (places[part] === 0) since[part] = row;
    places[part] = (places[part] ?? 0) + 1;
    standing.push(part);
  };
  const enterEndingAt = (text: string, end: number, row: number): void => {
    let node = 0;
    for (let at = end; at >= 0; at--) {
      const following = trie.next.get(node * CHARACTERS + text.charCodeAt(at));
      if (following === undefined) return;
      node = following;
      const part = trie.partAt[node];
      if (part !== undefined) enter(part, row);
    }
  };

  texts.forEach((text, row) => {
    const shared = sharedBeginning(previous, text);
    leave(before[shared] ?? 0, row);
    for (let end = shared; end < text.length; end++) {
      before[end] = standing.length;
      enterEndingAt(text, end, row);
    }
    before[text.length] = standing.length;
    previous = text;
  });
  leave(0, texts.length);
  return new Map(parts.map((part, number) => [part, counts[number] ?? 0]));
};

const sharedBeginning = (a: string, b: string): number => {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length;
};
