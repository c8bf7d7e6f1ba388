import { digestBytes, type Digested } from '../digests/digested.js';
import type { MetsAgents } from './agents.js';
import { describeMets } from './describe-mets.js';
import type { DescribedDirectory } from './described-mets.js';
import { failureOf, type MetsFailure } from './edit-mets.js';

/** All that a METS says of files and folders; digest and size are its own. */
export interface WholeDescription extends Digested {
  readonly root: DescribedDirectory;
}

/** Describes anyone's METS. Never throws for a document at fault. */
export const wholeDescription = (
  bytes: Uint8Array,
  { agents }: { readonly agents: MetsAgents },
): WholeDescription | MetsFailure => {
  try {
    return { root: describeMets(bytes, agents).root, ...digestBytes(bytes) };
  } catch (error) {
    return failureOf(error);
  }
};
