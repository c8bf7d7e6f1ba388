/**
 * Does pieces of work in their order, two at a time: whoever asks for one has the next begun as well. Each is done once.
 */
export const inPairs = <Result>(works: readonly (() => Promise<Result>)[]): ((index: number) => Promise<Result>) => {
  const begun = new Map<number, Promise<Result>>();
  const begin = (index: number): Promise<Result> | undefined => {
    const work = works[index];
    if (work === undefined || begun.has(index)) return begun.get(index);
    const result = work();
    result.catch(() => undefined); // whoever asks for it will hear of it
    begun.set(index, result);
    return result;
  };
  return (index) => {
    const result = begin(index);
    void begin(index + 1);
    return result ?? Promise.reject(new RangeError(`there is no work ${index}`));
  };
};
