/** The percentile of values for a share such as 0.99; NaN where there are none. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? NaN;

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** The least and the greatest of some durations in seconds, such as `70 to 80 ms`. */
export const rangeOf = (seconds: readonly number[]): string =>
  `${Math.round(Math.min(...seconds) * 1_000)} to ${Math.round(Math.max(...seconds) * 1_000)} ms`;

/** The duration of work, in seconds. */
export const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
};

/** The processor time of this process since then, in seconds: other programs cannot lengthen it. */
export const cpuSecondsSince = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
};
