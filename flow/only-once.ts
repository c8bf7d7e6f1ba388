/** Acts when it is called first, and does nothing afterwards. */
export const onlyOnce = (act: () => void): (() => void) => {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
};
