import type { MetadataEntry } from '../../metadata/entries.js';
import type { Mets, MetsDirectory, MetsFile } from './mets.js';

/** A METS with the metadata and terms of its files and folders, and its logical structures (companion 6.4, 6.5). */
export interface DescribedMets extends Mets {
  readonly root: DescribedDirectory;
  readonly files: readonly DescribedFile[];
  readonly filesByPath: ReadonlyMap<string, DescribedFile>;
  readonly filesById: ReadonlyMap<string, DescribedFile>;
  readonly directoriesByPath: ReadonlyMap<string, DescribedDirectory>;
  /** One range for each root div of each logical structMap. */
  readonly logicalStructures: readonly LogicalRange[];
}

export interface DescribedDirectory extends MetsDirectory, ItemTerms {
  readonly directories: readonly DescribedDirectory[];
  readonly files: readonly DescribedFile[];
  readonly metadata: readonly MetadataEntry[];
}

export interface DescribedFile extends MetsFile, ItemTerms {
  /** Virus scans are ordered from the newest to the oldest. */
  readonly metadata: readonly MetadataEntry[];
  readonly links: readonly FileLink[];
}

/** Access, rights and record identifiers of an item. */
interface ItemTerms {
  /** As set on the item itself. */
  readonly own: OwnTerms;
  /** After inheritance. */
  readonly effective: Terms;
}

/** Access, rights and record identifiers (companion 5.6). */
export interface Terms {
  /** Empty where none are set. */
  readonly accessRestrictions: readonly string[];
  /** A URI. */
  readonly rightsStatement: string | null;
  /** Empty where none are set. */
  readonly recordIdentifiers: readonly RecordIdentifier[];
}

export interface OwnTerms extends Terms {
  /** A rights element is present without a URI: no rights statement is inherited. */
  readonly rightsStatementSuppressed: boolean;
}

export interface RecordIdentifier {
  /** The system that issued it; empty where the METS has none. */
  readonly source: string;
  readonly value: string;
}

/** A relation of one file to another. */
export interface FileLink {
  /** Path of the other file. */
  readonly to: string;
  /** A URI, such as that of a transcript; null where the METS has none. */
  readonly role: string | null;
}

/** A div of a logical structMap: a chapter, a part, a whole collection. */
export interface LogicalRange extends ItemTerms {
  /** Its ID in the document; empty without one. */
  readonly id: string;
  /** Free text, such as `Collection`; `Range` where the METS has none. */
  readonly type: string;
  readonly name: string | null;
  readonly ranges: readonly LogicalRange[];
  readonly files: readonly RangeFile[];
}

/** A file, or a part of one, within a range. */
export interface RangeFile {
  readonly localPath: string;
  /** False for a part, even where the bounds could not be parsed. */
  readonly isWhole: boolean;
  readonly region: Region | null;
  /** In seconds. */
  readonly beginTime: number | null;
  /** In seconds. */
  readonly endTime: number | null;
}

/** Two corners of a rectangle, in pixels from the upper left. */
export interface Region {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}
