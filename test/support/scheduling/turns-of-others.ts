/** How often somebody else has a turn of the event loop while work is done; `act` is what they do with it. */
export const turnsOfOthers = async (work: Promise<unknown>, act: () => void = () => undefined): Promise<number> => {
  let [turns, ended] = [0, false];
  const other = (): void => {
    turns += 1;
    act();
    if (!ended) setImmediate(other);
  };
  setImmediate(other);
  await work;
  ended = true;
  return turns;
};
