import type { ExifMetadata, VirusScanMetadata } from '../../metadata/entries.js';
import type { KeptElement } from '../../xml/kept/kept-element.js';
import type { RecordIdentifier } from './described-mets.js';
import type { MetsExtents, MetsFormat } from './mets.js';

/** An element that was kept of a METS; sections have a summary in place of their content. */
export type MetsElement = KeptElement<SectionSummary>;

/** What a section says. */
export interface SectionSummary {
  readonly technical: Readonly<TechnicalMetadata>;
  readonly exif: readonly ExifMetadata[];
  /** Of a digiprovMD, in document order; of others none. */
  readonly virusChecks: readonly VirusScanMetadata[];
  /** Of a dmdSec; null for others. */
  readonly description: Description | null;
}

/** The PREMIS values of one file or folder; null where they are absent (companion 6.3). */
export interface TechnicalMetadata {
  digest: string | null;
  size: number | null;
  format: MetsFormat | null;
  originalName: string | null;
  storageLocation: string | null;
  extents: MetsExtents;
  orientation: string | null;
  rotation: string | null;
}

/** What the MODS records of a dmdSec say (companion 5.6). */
export interface Description {
  /** Of its first title; null where that is empty, or there is none. */
  readonly title: string | null;
  readonly accessRestrictions: readonly string[];
  /** The first statement of rights; null without any. */
  readonly rights: { readonly uri: string | null } | null;
  readonly recordIdentifiers: readonly RecordIdentifier[];
}
