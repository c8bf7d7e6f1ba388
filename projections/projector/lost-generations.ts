import type { CollectionShape, DocumentStore, RegisteredGeneration, ViewRegister } from '../documents.js';

/** The documents that the checkpoint of a generation includes are gone from the store. */
export class GenerationLost extends Error {
  override name = 'GenerationLost';
  constructor(view: string, { number }: RegisteredGeneration) {
    super(`the documents of generation ${number} of the view ${view} are gone from the store: it is built anew`);
  }
}

/** Whether the collection of a generation is gone; one without a checkpoint includes nothing, and loses nothing. */
export const isLost = async (
  store: DocumentStore,
  shape: CollectionShape,
  generation: RegisteredGeneration,
): Promise<boolean> => {
  if (generation.position === null) return false;
  const documents = await store.open(shape, generation);
  return (await documents.collectionId()) === null;
};

/** Which generations of this version of the code, the live one and newer ones, are lost. */
export const lostGenerations = async (
  store: DocumentStore,
  { shape, version }: { readonly shape: CollectionShape; readonly version: number },
  { live, generations }: ViewRegister,
): Promise<readonly RegisteredGeneration[]> => {
  const used = generations.filter((each) => each.version === version && each.number >= (live ?? 0));
  const lost = await Promise.all(used.map((each) => isLost(store, shape, each)));
  return used.filter((_, index) => lost[index] === true);
};
