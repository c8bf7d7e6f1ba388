/** One measured number of a benchmark run. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** How it stands to what it is held against, and what that is. */
  readonly ratio?: { readonly to: string; readonly value: number };
}

/** A figure as one line for people. */
export const figureLine = ({ name, value, unit, ratio }: Figure): string => {
  const line = `${name.padEnd(58)} ${Math.round(value).toLocaleString('en').padStart(10)} ${unit}`;
  return ratio === undefined ? line : `${line}  (${ratio.value.toFixed(2)} of ${ratio.to})`;
};
