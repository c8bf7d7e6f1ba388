/**
 * For a suite whose schedules say who comes next, so that how long anybody waits before another attempt changes nothing:
 * of a time that is left to chance, the least is waited.
 */
export const leastWaits = (): void => {
  const { random } = Math;
  before(() => void (Math.random = () => 0));
  after(() => void (Math.random = random));
};
