/** How many things there are, and what is said of them. */
export type Told = readonly [count: number, said: string];

/** What is said of things that are some, of which the first ones are named; '' where all are none. */
export const listed = (named: (count: number) => string, parts: readonly Told[]): string =>
  parts
    .filter(([count]) => count > 0)
    .map(([count, said], index) => `${index === 0 ? named(count) : count} ${said}`)
    .join(', ');

/** What is said after a colon, where anything is. */
export const afterColon = (said: string): string => (said === '' ? '' : `: ${said}`);
