import type { CrossReferences } from './cross-references.js';
import { encodeNcName } from '../ids/nc-name.js';

/** An id made from the path; numbered in the odd document that has it already, or a pointer to it. */
export const newId = (references: CrossReferences, prefix: string, path: string): string =>
  freeId(references, `${prefix}_${encodeNcName(path)}`);

/** The id as it is, or with the first number that makes it a new one. */
export const freeId = (references: CrossReferences, id: string): string => {
  let free = id;
  for (let count = 2; !references.isFree(free); count++) free = `${id}_${count}`;
  return free;
};
