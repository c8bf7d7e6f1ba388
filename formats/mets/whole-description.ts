import { digestBytes } from '../digests/digested.js';
import type { MetsAgents } from './agents.js';
import { describeMets } from './describe-mets.js';
import type { DescribedDirectory } from './described-mets.js';
import { failureOf, type MetsFailure } from './edit-mets.js';

/** All that a METS says of files and folders, and what it is itself. */
export interface WholeDescription {
  readonly root: DescribedDirectory;
  /** Of the METS itself, in lower-case hex. */
  readonly sha256: string;
  /** Of the METS itself, in bytes. */
  readonly size: number;
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
