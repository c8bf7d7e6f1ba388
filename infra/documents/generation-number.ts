/** The number of the generation that a collection belongs to, by the collection's name; NaN for another name. */
export const generationNumberIn = (collection: string): number => Number(/_g(\d+)/.exec(collection)?.[1]);
