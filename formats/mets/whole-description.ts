import { digestBytes, type Digested } from '../digests/digested.js';
import type { MetsAgents } from './agents.js';
import { describeMets } from './description/describe-mets.js';
import type { DescribedDirectory } from './described-mets.js';
import { orFailure } from './mets-failure.js';

/** All that a METS says of files and folders; digest and size are its own. */
export interface WholeDescription extends Digested {
  readonly root: DescribedDirectory;
}

/** Describes anyone's METS. Never throws for a document at fault. */
export const wholeDescription = orFailure((bytes, { agents }: { readonly agents: MetsAgents }): WholeDescription => ({
  root: describeMets(bytes, agents).root,
  ...digestBytes(bytes),
}));
