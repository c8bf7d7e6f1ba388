import type { MetadataEntry } from '../../formats/metadata/entries.js';

/** Something that a workspace and its METS tell differently of one file. */
export interface Mismatch {
  readonly metadataType: MetadataEntry['type'];
  readonly field: string;
  readonly valueInDeposit: string | null;
  readonly valueInMets: string | null;
}
