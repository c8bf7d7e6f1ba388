import type { AdoptedObject } from './adopt-dependencies.js';

/** The versions that were recorded of an object, and how many of its keys no inventory names. */
export const adoptedVersionsText = ({
  first,
  head,
  leftovers,
}: Pick<AdoptedObject, 'first' | 'head' | 'leftovers'>): string => {
  const versions = first === head ? `v${head}` : `v${first} to v${head}`;
  if (leftovers === 0) return versions;
  return `${versions}; nothing names ${leftovers === 1 ? '1 key' : `${leftovers} keys`} of the object`;
};
