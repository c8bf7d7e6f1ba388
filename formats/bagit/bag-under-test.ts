import type { BagBreachCode, BagFindings } from './bag-report.js';
import type { BagSource } from './bag-source.js';
import type { Claims } from './claims.js';
import type { Declaration } from './declaration.js';

/** What a platform that keeps the bag has itself done to it since its manifests were written; paths are in the bag. */
export interface OwnChanges {
  /** Whether it may have added the file, which then no manifest names. */
  readonly added: (path: string) => boolean;
  /** Whether it may have written the file anew, so that neither its size nor its digests are compared. */
  readonly changed: (path: string) => boolean;
  readonly deleted: (path: string) => boolean;
}

export const NO_CHANGES: OwnChanges = { added: () => false, changed: () => false, deleted: () => false };

/** What the parts of a validation share. */
export interface BagUnderTest {
  readonly source: BagSource;
  /** The size of each file in bytes, by its path. */
  readonly files: ReadonlyMap<string, number>;
  readonly declaration: Declaration;
  readonly findings: BagFindings;
  readonly limits: BagLimits;
}

export interface BagLimits {
  /** The most files, and the most paths that the manifests may name. */
  readonly files: number;
  /** The most problems, and the most warnings, that a report has. */
  readonly findings: number;
  /** How many files are read at once. */
  readonly width: number;
}

/** A Payload-Oxum, and the tag file that has it. */
export interface PayloadOxum {
  readonly path: string;
  readonly value: string;
}

/** A bag whose listing and tag files were read; none of its payload was. */
export interface ReadBag extends BagUnderTest {
  /** What the manifests say of the payload, and of the tag files; both are empty for a bag that is too large. */
  readonly payload: Claims;
  readonly tagFiles: Claims;
  /** The paths that `fetch.txt` names. */
  readonly fetched: ReadonlySet<string>;
  readonly oxums: readonly PayloadOxum[];
  /** What was done to the bag by the platform that keeps it. */
  readonly own: OwnChanges;
  /** Whether it has more files than the limit, so that it is not judged. */
  readonly isTooLarge: boolean;
}

/** Reports what BagIt 1.0 forbids and earlier versions did not. */
export const reportBreach = (
  { declaration, findings }: BagUnderTest,
  code: BagBreachCode,
  path: string,
  message: string,
): void => findings[declaration.isStrict ? 'problem' : 'warning'](code, path, message);
