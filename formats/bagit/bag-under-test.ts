import type { BagBreachCode, BagFindings } from './bag-report.js';
import type { BagSource } from './bag-source.js';
import type { Declaration } from './declaration.js';

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

/** Reports what BagIt 1.0 forbids and earlier versions did not. */
export const reportBreach = (
  { declaration, findings }: BagUnderTest,
  code: BagBreachCode,
  path: string,
  message: string,
): void => findings[declaration.isStrict ? 'problem' : 'warning'](code, path, message);
