import type { CrossReferences } from './cross-references.js';
import { encodeNcName } from '../ids/nc-name.js';

/** An ID made from the path, with a number where the document has that ID or a pointer to it already. */
export const newId = (references: CrossReferences, prefix: string, path: string): string =>
  freeId(references, `${prefix}_${encodeNcName(path)}`);

/** The ID, or with the first number that makes it unused. */
export const freeId = (references: CrossReferences, id: string): string => {
  let free = id;
  for (let count = 2; !references.isFree(free); count++) free = `${id}_${count}`;
  return free;
};
