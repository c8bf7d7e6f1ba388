/** What is wrong with the order of numbers that may only repeat as a rewind (5 6 7, 5 6 7 8): null when nothing is. */
export const orderFault = (numbers: readonly number[], last: number): string | null => {
  let highest = -1;
  for (const [index, number] of numbers.entries()) {
    if (number > highest + 1) return `${number} came after ${numbers[index - 1] ?? 'nothing'} without ${highest + 1}`;
    highest = Math.max(highest, number);
  }
  return highest === last ? null : `it ends at ${highest} instead of ${last}`;
};

/** The same, where besides each rewind goes on without a gap: nothing is left out and nothing moves between. */
export const rewindFault = (numbers: readonly number[], last: number): string | null => {
  const torn = numbers.findIndex((number, index) => {
    const before = numbers[index - 1];
    return before !== undefined && number > before + 1;
  });
  return torn < 0 ? orderFault(numbers, last) : `${numbers[torn]} follows ${numbers[torn - 1]}`;
};
