/** One measured number of a benchmark run. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The goal: the value should be at most this. */
  readonly atMost?: number;
  /** The ratio to another measurement (`to`), and its goal: at least `goal`, or at most `atMost`. */
  readonly ratio?: { readonly to: string; readonly value: number; readonly goal?: number; readonly atMost?: number };
}

const goalOf = (goal: number | undefined, atMost: number | undefined): string => {
  if (goal !== undefined) return `; the goal is ${goal}`;
  return atMost === undefined ? '' : `; the goal is at most ${atMost.toLocaleString('en')}`;
};

/** A figure as one line of text. */
export const figureLine = ({ name, value, unit, atMost, ratio }: Figure): string => {
  const line = `${name.padEnd(58)} ${Math.round(value).toLocaleString('en').padStart(10)} ${unit}`;
  if (ratio === undefined) return line + goalOf(undefined, atMost);
  return `${line}  (${ratio.value.toFixed(2)} of ${ratio.to}${goalOf(ratio.goal, ratio.atMost)})`;
};
