/** How often somebody else has a turn of the event loop while work is done. */
export const turnsOfOthers = async (work: Promise<unknown>): Promise<number> => {
  let [turns, ended] = [0, false];
  const other = (): void => {
    turns += 1;
    if (!ended) setImmediate(other);
  };
  setImmediate(other);
  await work;
  ended = true;
  return turns;
};
