/** One measured number of a benchmark run. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What the value should be at the most. */
  readonly atMost?: number;
  /** How it stands to what it is held against, what that is, and how it should stand at the least, or at the most. */
  readonly ratio?: { readonly to: string; readonly value: number; readonly goal?: number; readonly atMost?: number };
}

const goalOf = (goal: number | undefined, atMost: number | undefined): string => {
  if (goal !== undefined) return `; the goal is ${goal}`;
  return atMost === undefined ? '' : `; the goal is at most ${atMost.toLocaleString('en')}`;
};

/** A figure as one line for people. */
export const figureLine = ({ name, value, unit, atMost, ratio }: Figure): string => {
  const line = `${name.padEnd(58)} ${Math.round(value).toLocaleString('en').padStart(10)} ${unit}`;
  if (ratio === undefined) return line + goalOf(undefined, atMost);
  return `${line}  (${ratio.value.toFixed(2)} of ${ratio.to}${goalOf(ratio.goal, ratio.atMost)})`;
};
