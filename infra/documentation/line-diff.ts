interface Line {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

const CONTEXT = 3;

/** The lines that differ, as a unified diff without headers: three lines around each change, `…` between changes. */
export const lineDiff = (before: readonly string[], after: readonly string[]): string[] => {
  const lines = compared(before, after);
  const near = lines.map((_, index) =>
    lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ mark }) => mark !== ' '),
  );
  return lines.flatMap(({ mark, text }, index) => {
    if (near[index] === true) return [`${mark}${text}`];
    return near[index + 1] === true ? ['…'] : [];
  });
};

/** Every line of both, by the longest sequence that they have in common. */
const compared = (before: readonly string[], after: readonly string[]): Line[] => {
  const common = commonLengths(before, after);
  const lengthAt = (i: number, j: number): number => common[i]?.[j] ?? 0;
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [old = '', text = ''] = [before[i], after[j]];
    if (i < before.length && j < after.length && old === text) {
      lines.push({ mark: ' ', text });
      [i, j] = [i + 1, j + 1];
    } else if (i < before.length && (j === after.length || lengthAt(i + 1, j) >= lengthAt(i, j + 1))) {
      lines.push({ mark: '-', text: old });
      i += 1;
    } else {
      lines.push({ mark: '+', text });
      j += 1;
    }
  }
  return lines;
};

/** How many lines the ends from `i` and from `j` have in common. */
const commonLengths = (before: readonly string[], after: readonly string[]): number[][] => {
  const lengths = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0));
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--) {
      const [row, below] = [lengths[i] ?? [], lengths[i + 1] ?? []];
      row[j] = before[i] === after[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  return lengths;
};
