import type { MetadataEntry } from '../../formats/metadata/entries.js';

/** A value of one file that differs between the workspace and its METS. */
export interface Mismatch {
  readonly metadataType: MetadataEntry['type'];
  readonly field: string;
  readonly valueInDeposit: string | null;
  readonly valueInMets: string | null;
}
