import type { Finding } from '../../commands/run-findings/findings.js';

/** Why a pipeline run ends with errors; the message is for its user (preservation 2.13). */
export class RunFailure extends Error {
  override readonly name: string = 'RunFailure';
}

/** The files of a deposit are not those of its bag. */
export class BagFailure extends RunFailure {
  override readonly name = 'BagFailure';
  /** The first of what is wrong. */
  readonly rows: readonly Finding[];
  /** How many files the manifests of the bag list. */
  readonly files: number;
  /** How much else is wrong. */
  readonly leftOut: number;

  constructor(message: string, { rows, files, leftOut }: Pick<BagFailure, 'rows' | 'files' | 'leftOut'>) {
    super(message);
    this.rows = rows;
    this.files = files;
    this.leftOut = leftOut;
  }
}
