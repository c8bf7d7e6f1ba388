import type { MetadataEntry } from '../../metadata/entries.js';
import type { Mets, MetsDirectory, MetsFile } from '../mets.js';

/** A METS with all that it says of its files and folders, and with its logical structures (companion 6.4, 6.5). */
export interface DescribedMets extends Mets {
  readonly root: DescribedDirectory;
  readonly files: readonly DescribedFile[];
  readonly filesByPath: ReadonlyMap<string, DescribedFile>;
  readonly filesById: ReadonlyMap<string, DescribedFile>;
  readonly directoriesByPath: ReadonlyMap<string, DescribedDirectory>;
  /** One range for each root div of each logical structMap. */
  readonly logicalStructures: readonly LogicalRange[];
}

export interface DescribedDirectory extends MetsDirectory, Described {
  readonly directories: readonly DescribedDirectory[];
  readonly files: readonly DescribedFile[];
  readonly metadata: readonly MetadataEntry[];
}

export interface DescribedFile extends MetsFile, Described {
  /** All that the METS records, virus scans from the newest to the oldest. */
  readonly metadata: readonly MetadataEntry[];
  readonly links: readonly FileLink[];
}

/** Who may see something, and what it is called elsewhere. */
interface Described {
  /** As it stands on the item itself. */
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
  /** A rights element is there and names no URI: nothing is inherited from above. */
  readonly rightsStatementSuppressed: boolean;
}

export interface RecordIdentifier {
  /** Who gave it; empty where the METS does not say. */
  readonly source: string;
  readonly value: string;
}

/** A relation of one file to another. */
export interface FileLink {
  /** Path of the other file. */
  readonly to: string;
  /** A URI, such as that of a transcript; null where the METS names none. */
  readonly role: string | null;
}

/** A div of a logical structMap: a chapter, a part, a whole collection. */
export interface LogicalRange extends Described {
  /** Its ID in the document; empty without. */
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
  /** The whole file is meant, and not a part, understood or not. */
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
