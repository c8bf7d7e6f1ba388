/** One measured number of a benchmark run. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** How it stands to what it is held against, what that is, and how it should stand at the least. */
  readonly ratio?: { readonly to: string; readonly value: number; readonly goal?: number };
}

/** A figure as one line for people. */
export const figureLine = ({ name, value, unit, ratio }: Figure): string => {
  const line = `${name.padEnd(58)} ${Math.round(value).toLocaleString('en').padStart(10)} ${unit}`;
  if (ratio === undefined) return line;
  const goal = ratio.goal === undefined ? '' : `; the goal is ${ratio.goal}`;
  return `${line}  (${ratio.value.toFixed(2)} of ${ratio.to}${goal})`;
};
